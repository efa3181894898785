// Creating and editing a protection policy: what it covers, when it runs, and how many points in time it keeps.
import { useController, useWatch } from 'react-hook-form'
import { labelProblem } from '#contract/checks.ts'
import { namePatternProblem } from '#contract/protection-schedule.ts'
import { useParams } from 'react-router'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import {
  freshSchedule,
  KeepFields,
  keepOf,
  ScheduleFields,
  scheduleOf,
  scheduleValuesOf,
  type ScheduleValues,
} from '../../form/schedule-fields.tsx'
import { CheckboxField, RadioField } from '../../form/value-fields.tsx'
import { CheckboxGroup } from '../../ui/input/checkbox-group.tsx'
import { Field } from '../../ui/input/field.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { first1000Disks } from '../disk/disk-queries.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import type { ProtectionPolicy } from './protection-text.ts'

interface Values extends ScheduleValues {
  name: string
  description: string
  isEnabled: boolean
  covers: ProtectionPolicy['covers']['kind']
  pattern: string
  label: string
  instances: string[]
  disks: string[]
}

const fresh = (): Values => ({
  name: '',
  description: '',
  isEnabled: true,
  covers: 'all',
  pattern: '',
  label: '',
  instances: [],
  disks: [],
  ...freshSchedule(),
})

const valuesOf = ({ name, description, isEnabled, covers, schedule, keep }: ProtectionPolicy): Values => ({
  ...fresh(),
  name,
  description,
  isEnabled,
  ...covers,
  covers: covers.kind,
  ...scheduleValuesOf(schedule, keep),
})

function coversOf({ covers, pattern, label, instances, disks }: Values): ProtectionPolicy['covers'] {
  if (covers === 'name') return { kind: covers, pattern: pattern.trim() }
  if (covers === 'label') return { kind: covers, label: label.trim() }
  return covers === 'chosen' ? { kind: covers, instances, disks } : { kind: covers }
}

const bodyOf = (values: Values) => ({
  name: values.name,
  description: values.description,
  isEnabled: values.isEnabled,
  covers: coversOf(values),
  schedule: scheduleOf(values),
  keep: keepOf(values),
})

interface FormProps {
  project: string
  onDone: (saved: ProtectionPolicy) => unknown
  onClose: () => void
}

export function ProtectionPolicyCreateForm({ project, onDone, onClose }: FormProps) {
  return (
    <SideForm
      operation="protection_policy_create"
      title="Create protection policy"
      defaultValues={fresh()}
      toParams={(values: Values) => ({ query: { project }, body: bodyOf(values) })}
      onSuccess={(saved) => {
        toast(`Protection policy ${saved.name} created`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <Fields />
    </SideForm>
  )
}

export function ProtectionPolicyEditForm({
  project,
  policy,
  onDone,
  onClose,
}: FormProps & { policy: ProtectionPolicy }) {
  return (
    <SideForm
      operation="protection_policy_update"
      title="Edit protection policy"
      submitLabel="Update protection policy"
      defaultValues={valuesOf(policy)}
      toParams={(values: Values) => ({ path: { policy: policy.name }, query: { project }, body: bodyOf(values) })}
      onSuccess={(saved) => {
        toast(`Protection policy ${saved.name} updated`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <Fields />
    </SideForm>
  )
}

const kindsOfCoverage = [
  { value: 'all', label: 'Everything in the project' },
  { value: 'name', label: 'By name' },
  { value: 'label', label: 'By label' },
  { value: 'chosen', label: 'Selected instances and disks' },
] as const

const orTrue = (problem: string | undefined) => problem ?? true

function Fields() {
  return (
    <>
      <NameField />
      <DescriptionField />
      <RadioField name="covers" label="Covers" options={kindsOfCoverage} />
      <CoverageFields />
      <ScheduleFields label="Runs" />
      <KeepFields least="A policy must keep at least one point in time">
        The last point in time of each hour, day, week or month is kept. Snapshots count toward the storage quota.
      </KeepFields>
      <CheckboxField name="isEnabled" label="Turned on" help="A policy that is turned off keeps its snapshots." />
    </>
  )
}

function CoverageFields() {
  const { project = '' } = useParams()
  const covers = useWatch<Values, 'covers'>({ name: 'covers' })
  if (covers === 'name')
    return (
      <TextField
        name="pattern"
        label="Name pattern"
        required
        mono
        help="An asterisk matches any characters, such as db-*. Instances are covered with all their disks."
        rules={{ validate: (text: string) => orTrue(namePatternProblem(text.trim())) }}
      />
    )
  if (covers === 'label')
    return (
      <TextField
        name="label"
        label="Label"
        required
        mono
        help="A word or key=value. A key alone matches all its values."
        rules={{ validate: (text: string) => orTrue(labelProblem(text.trim())) }}
      />
    )
  return covers === 'chosen' ? <ChosenFields project={project} /> : null
}

function ChosenFields({ project }: { project: string }) {
  const { items: instances } = useData(first1000Instances(project))
  const { items: disks } = useData(first1000Disks(project))
  const alone = disks.filter(({ state }) => !('instance' in state))
  return (
    <>
      <ChosenField name="instances" label="Instances" items={instances} mustHave />
      {alone.length > 0 && <ChosenField name="disks" label="Disks without an instance" items={alone} />}
    </>
  )
}

interface ChosenFieldProps {
  name: 'instances' | 'disks'
  label: string
  items: readonly { id: string; name: string }[]
  mustHave?: boolean
}

function ChosenField({ name, label, items, mustHave = false }: ChosenFieldProps) {
  const disks = useWatch<Values, 'disks'>({ name: 'disks' })
  const validate = (chosen: string[]) =>
    !mustHave || chosen.length + disks.length > 0 || 'Choose at least one instance or disk'
  const { field, fieldState } = useController<Values, typeof name>({ name, rules: { validate } })
  return (
    <Field label={label} required group error={fieldState.error?.message}>
      {items.length > 0 ? (
        <CheckboxGroup
          name={name}
          options={items.map(({ id, name: text }) => ({ value: id, label: text }))}
          value={field.value}
          onChange={field.onChange}
        />
      ) : (
        <p className="text-sm text-muted">No {label.toLowerCase()} in this project.</p>
      )}
    </Field>
  )
}
