// The targets or the hosts of a firewall rule: a list that grows one entry at a time, with suggestions from the VPC.
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { capitalize } from '#contract/errors.ts'
import { canonical } from '#contract/ip.ts'
import { MAX_FIREWALL_RULE_ENTRIES } from '#contract/limits.ts'
import { ipNetProblem, ipProblem, NOT_UNIQUE } from '#contract/network-checks.ts'
import { nameError } from '../../form/fields.tsx'
import { discard } from '../../form/guard.tsx'
import { Combobox } from '../../ui/input/combobox.tsx'
import { Field } from '../../ui/input/field.tsx'
import { MiniTable, MiniTableButtons } from '../../ui/input/mini-table.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { endpointTypes } from '../vpc/page/endpoint-badge.tsx'
import type { RuleEnd, RuleValues } from './rule-values.ts'
import { useEntry } from './use-entry.ts'
import { useSuggestions } from './use-suggestions.ts'

type Type = RuleEnd['type']

const types: readonly Type[] = ['vpc', 'subnet', 'instance', 'ip', 'ip_net']
const typeItems = types.map((value) => ({ value, label: value === 'subnet' ? 'VPC subnet' : endpointTypes[value] }))
const valueLabels: Record<Type, string> = {
  vpc: 'VPC name',
  subnet: 'Subnet name',
  instance: 'Instance name',
  ip: 'IP address',
  ip_net: 'IP network',
}

function problemOf(type: Type, text: string, vpc: string): string | undefined {
  if (type === 'ip') return ipProblem(text)
  if (type === 'ip_net') return ipNetProblem(text)
  if (type === 'vpc' && text !== vpc) return nameError(text, valueLabels.vpc) ?? `Must be this VPC, ${vpc}`
  return nameError(text, valueLabels[type])
}

const keyOf = ({ type, value }: RuleEnd) => `${type} ${value}`
const columns = [
  { header: 'Type', cell: ({ type }: RuleEnd) => endpointTypes[type] },
  { header: 'Value', cell: ({ value }: RuleEnd) => <span className="font-mono text-xs">{value}</span> },
]

interface FieldProps {
  project: string
  vpc: string
  kind: 'target' | 'host'
}

export function EndpointsField({ project, vpc, kind }: FieldProps) {
  const noun = kind === 'target' ? 'target' : 'host filter'
  const [type, setType] = useState<Type>('vpc')
  const list = useController<RuleValues, 'targets' | 'hosts'>({ name: `${kind}s` }).field
  const suggestions = useSuggestions(project, vpc)[type]
  const isAdded = (value: string) => list.value.some((one) => one.type === type && one.value === value)
  const { control, error, isEmpty, add, clear } = useEntry({
    name: `${kind}Draft`,
    noun,
    problemOf: (text) =>
      problemOf(type, text, vpc) ??
      (isAdded(canonical(text)) ? NOT_UNIQUE : undefined) ??
      (list.value.length >= MAX_FIREWALL_RULE_ENTRIES ? `At most ${MAX_FIREWALL_RULE_ENTRIES} entries` : undefined),
    onAdd: (text) => list.onChange([...list.value, { type, value: canonical(text) }]),
  })
  return (
    <div className="space-y-2">
      <div className="grid gap-2 sm:grid-cols-2">
        <Field label={`${capitalize(noun.split(' ')[0]!)} type`} required>
          <NativeSelect
            items={typeItems}
            value={type}
            onChange={(next) =>
              discard(control.value, () => {
                setType(next)
                clear()
              })
            }
          />
        </Field>
        <Field label={valueLabels[type]} error={error}>
          <Combobox
            // another type is another field, which must not keep the old text
            key={type}
            {...control}
            arbitrary
            placeholder="Select or enter"
            items={suggestions.filter(({ value }) => !isAdded(value))}
            onQuery={control.onChange}
            onEnter={add}
          />
        </Field>
      </div>
      <MiniTableButtons addLabel={`Add ${noun}`} onAdd={add} onClear={clear} empty={isEmpty} />
      <MiniTable
        label={kind === 'target' ? 'Targets' : 'Host filters'}
        columns={columns}
        rows={list.value}
        rowKey={keyOf}
        removeLabel={({ value }) => `remove ${noun} ${value}`}
        onRemove={(row) => list.onChange(list.value.filter((one) => keyOf(one) !== keyOf(row)))}
        emptyText={kind === 'target' ? 'No targets: the rule applies to nothing' : undefined}
      />
    </div>
  )
}
