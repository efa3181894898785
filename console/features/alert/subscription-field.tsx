// Which alerts a receiver gets: all of them, or some classes.
import { useController, useWatch } from 'react-hook-form'
import { alertClasses, type AlertClassName } from '#contract/alert-classes.ts'
import { RadioField } from '../../form/value-fields.tsx'
import { CheckboxGroup } from '../../ui/input/checkbox-group.tsx'
import { Field } from '../../ui/input/field.tsx'

export interface SubscriptionValues {
  which: 'all' | 'some'
  classes: AlertClassName[]
}

export const subscriptionsOf = ({ which, classes }: SubscriptionValues) => (which === 'all' ? ['**'] : classes)

const which = [
  { value: 'all', label: 'All alerts', help: 'Including classes that are added later.' },
  { value: 'some', label: 'Some classes', help: 'Only what you choose.' },
] as const

export function SubscriptionFields() {
  const chosen = useWatch<SubscriptionValues, 'which'>({ name: 'which' })
  return (
    <>
      <RadioField name="which" label="Alerts" options={which} />
      {chosen === 'some' && <ClassesField of={Object.keys(alertClasses) as AlertClassName[]} />}
    </>
  )
}

const validate = (value: readonly string[]) => value.length > 0 || 'Choose at least one class'

export function ClassesField({ of }: { of: readonly AlertClassName[] }) {
  const { field, fieldState } = useController({ name: 'classes', rules: { validate } })
  return (
    <Field label="Alert classes" required group error={fieldState.error?.message}>
      <CheckboxGroup
        name="classes"
        value={field.value as AlertClassName[]}
        onChange={field.onChange}
        options={of.map((name) => ({
          value: name,
          label: <span className="font-mono text-xs">{name}</span>,
          help: alertClasses[name],
        }))}
      />
    </Field>
  )
}
