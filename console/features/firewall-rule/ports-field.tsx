// The ports of a firewall rule: a list that grows one port or range at a time.
import { useController } from 'react-hook-form'
import { MAX_FIREWALL_RULE_ENTRIES } from '#contract/limits.ts'
import { canonicalPortRange, portRangeProblem, uniqueProblem } from '#contract/network-checks.ts'
import { Field } from '../../ui/input/field.tsx'
import { MiniTable, MiniTableButtons } from '../../ui/input/mini-table.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'
import type { RuleValues } from './rule-values.ts'
import { useEntry } from './use-entry.ts'

const columns = [{ header: 'Ports', cell: (port: string) => <span className="font-mono text-xs">{port}</span> }]

export function PortsField() {
  const list = useController<RuleValues, 'ports'>({ name: 'ports' }).field
  const { control, error, isEmpty, add, clear } = useEntry({
    name: 'portDraft',
    noun: 'port filter',
    problemOf: (text) =>
      portRangeProblem(text) ??
      uniqueProblem(list.value, canonicalPortRange(text)) ??
      (list.value.length >= MAX_FIREWALL_RULE_ENTRIES ? `At most ${MAX_FIREWALL_RULE_ENTRIES} ports` : undefined),
    onAdd: (text) => list.onChange([...list.value, canonicalPortRange(text)]),
  })
  return (
    <div className="space-y-2">
      <Field label="Port filters" help="A port, such as 22, or a range, such as 6000-6100." error={error}>
        <TextInput
          {...control}
          mono
          onChange={({ target }) => control.onChange(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // adds the entry; the form has its own button
            event.preventDefault()
            add()
          }}
        />
      </Field>
      <MiniTableButtons addLabel="Add port filter" onAdd={add} onClear={clear} empty={isEmpty} />
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
