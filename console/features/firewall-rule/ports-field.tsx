// The ports of a firewall rule: a list that grows one port or range at a time.
import { useController } from 'react-hook-form'
import { MAX_FIREWALL_RULE_ENTRIES } from '#contract/limits.ts'
import { canonicalPortRange, portRangeProblem, uniqueProblem } from '#contract/network-checks.ts'
import { Field } from '../../ui/input/field.tsx'
import { MiniTable, MiniTableButtons } from '../../ui/input/mini-table.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'
import { draftRules } from './draft-rules.ts'
import type { RuleValues } from './rule-values.ts'

const columns = [{ header: 'Ports', cell: (port: string) => <span className="font-mono text-xs">{port}</span> }]

export function PortsField() {
  const list = useController<RuleValues, 'ports'>({ name: 'ports' }).field
  const { field: draft, fieldState } = useController<RuleValues, 'portDraft'>({
    name: 'portDraft',
    rules: draftRules('port filter'),
  })
  const text = draft.value.trim()
  const problem =
    text === ''
      ? undefined
      : (portRangeProblem(text) ??
        uniqueProblem(list.value, canonicalPortRange(text)) ??
        (list.value.length >= MAX_FIREWALL_RULE_ENTRIES ? `At most ${MAX_FIREWALL_RULE_ENTRIES} ports` : undefined))
  const add = () => {
    if (text === '' || problem) return
    list.onChange([...list.value, canonicalPortRange(text)])
    draft.onChange('')
  }
  return (
    <div className="space-y-2">
      <Field
        label="Port filters"
        help="A port, such as 22, or a range, such as 6000-6100."
        error={problem ?? (text && fieldState.error?.message)}
      >
        <TextInput
          {...draft}
          mono
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // adds the entry; the form has its own button
            event.preventDefault()
            add()
          }}
        />
      </Field>
      <MiniTableButtons addLabel="Add port filter" onAdd={add} onClear={() => draft.onChange('')} empty={text === ''} />
      <MiniTable
        label="Port filters"
        columns={columns}
        rows={list.value}
        rowKey={(port) => port}
        removeLabel={(port) => `remove port filter ${port}`}
        onRemove={(port) => list.onChange(list.value.filter((one) => one !== port))}
      />
    </div>
  )
}
