// Creating, cloning and editing a firewall rule. Saving sends the whole rule set; see save-rules.ts.
import { useRef, useState, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { MAX_FIREWALL_RULES } from '#contract/limits.ts'
import { DescriptionField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NumberField, RadioField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { CheckboxGroup } from '../../ui/input/checkbox-group.tsx'
import { Field } from '../../ui/input/field.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { ofVpc } from '../vpc/vpc-queries.ts'
import { EndpointsField } from './endpoints-field.tsx'
import type { RuleSet } from './firewall-rule-queries.ts'
import { PortsField } from './ports-field.tsx'
import { hasOldName, putRule, putUntaken, updatesOf } from './rule-changes.ts'
import { RuleNameField } from './rule-name-field.tsx'
import { ruleOf, type RuleValues } from './rule-values.ts'
import { Discarded, saveRules, undoRules, type Saved } from './save-rules.ts'

interface FormProps {
  project: string
  vpc: string
  set: RuleSet
  values: RuleValues
  /** the name of the rule to edit; creates one if omitted */
  editing?: string
  onClose: () => unknown
}

const MAX_PRIORITY = 65_535

export function RuleForm({ project, vpc, set, values, editing, onClose }: FormProps) {
  // the version that the user started from: pushed updates must not hide a conflict
  const [base] = useState(set)
  const saved = useRef<Saved>(undefined)
  const { length } = base.rules
  const known = updatesOf(base.rules, vpc)
  const before = known.find(({ name }) => name === editing)
  return (
    <SideForm
      operation="vpc_firewall_rules_update"
      title={editing ? 'Edit rule' : 'Add firewall rule'}
      submitLabel={editing ? 'Update rule' : 'Add rule'}
      defaultValues={values}
      whyNot={
        !editing && length >= MAX_FIREWALL_RULES ? `A VPC can have at most ${MAX_FIREWALL_RULES} rules` : undefined
      }
      toParams={(typed: RuleValues) => ({
        query: ofVpc(project, vpc),
        body: { rules: putRule(ruleOf(typed), before)(known) },
      })}
      sendCall={async (typed, then) => {
        try {
          const change = putUntaken(ruleOf(typed), before)
          const result = await saveRules({ project, vpc, base, change, onSaved: then })
          saved.current = result
          return result
        } catch (error) {
          if (error instanceof Discarded) {
            toast({ tone: 'info', content: error.message })
            onClose()
          }
          throw error
        }
      }}
      onSuccess={(_, { name }) => {
        const content = `Firewall rule ${name} ${editing ? 'updated' : 'created'}`
        const undone = `Firewall rule ${name} ${editing ? 'restored' : 'removed'}`
        toast({ content, undo: saved.current && undoRules({ project, vpc }, saved.current, undone) })
        return onClose()
      }}
      onClose={() => void onClose()}
    >
      {base.rules.some((rule) => hasOldName(rule, vpc)) && (
        <Message tone="notice">
          Some rules name this VPC by its old name and match nothing. Saving corrects them.
        </Message>
      )}
      <RuleNameField taken={base.rules.map(({ name }) => name).filter((name) => name !== editing)} />
      <DescriptionField />
      <CheckboxField name="enabled" label="Enabled" />
      <RadioField look="inline" name="action" label="Action" options={actions} />
      <RadioField look="inline" name="direction" label="Direction of traffic" options={directions} />
      <NumberField
        name="priority"
        label="Priority"
        required
        min={0}
        max={MAX_PRIORITY}
        keepTooLarge
        help="0 to 65535. Lower numbers win; on a tie, deny wins."
      />
      <Section title="Targets" text="The rule applies to instances that match any target.">
        <EndpointsField project={project} vpc={vpc} kind="target" />
      </Section>
      <Section title="Filters" text="Traffic must match at least one filter of each kind that is set.">
        <PortsField />
        <ProtocolsField />
        <EndpointsField project={project} vpc={vpc} kind="host" />
      </Section>
    </SideForm>
  )
}

const actions = [
  { value: 'allow', label: 'Allow' },
  { value: 'deny', label: 'Deny' },
] as const
const directions = [
  { value: 'inbound', label: 'Inbound' },
  { value: 'outbound', label: 'Outbound' },
] as const
const protocols = (['TCP', 'UDP', 'ICMP'] as const).map((value) => ({ value, label: value }))

function ProtocolsField() {
  const { field } = useController<RuleValues, 'protocols'>({ name: 'protocols' })
  return (
    <Field label="Protocol filters" group>
      <CheckboxGroup name="protocols" inline options={protocols} value={field.value} onChange={field.onChange} />
    </Field>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-4 border-t border-line pt-4">
      <h3 className="font-medium">{title}</h3>
      <Message>{text}</Message>
      {children}
    </section>
  )
}
