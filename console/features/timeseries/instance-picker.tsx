// Which instances to compare: one box adds an instance, or those with a label, and each chosen one has a button that removes it.
import { X } from '@lucide/icons'
import { MAX_SERIES } from '../../chart/series-colors.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Combobox } from '../../ui/input/combobox.tsx'
import type { KnownInstance } from './ready-data.ts'

/** As in the filter of a table. */
const LABEL = 'label:'

interface InstancePickerProps {
  instances: readonly KnownInstance[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

export function InstancePicker({ instances, chosen, onChange }: InstancePickerProps) {
  const isFull = chosen.length >= MAX_SERIES
  const others = instances.filter(({ id }) => !chosen.includes(id))
  const byName = others
    .map(({ id, label }) => ({ value: id, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, undefined, { numeric: true }))
  const labels = [...new Set(others.flatMap((each) => each.labels ?? []))].sort()
  const byLabel = labels.map((label) => ({ value: LABEL + label, label: LABEL + label }))
  const added = (value: string) =>
    value.startsWith(LABEL)
      ? others.filter((each) => each.labels?.includes(value.slice(LABEL.length))).map(({ id }) => id)
      : [value]
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <div className="w-56">
        <Combobox
          aria-label="Compare instances"
          placeholder={isFull ? `${MAX_SERIES} at most` : chosen.length > 0 ? 'Add an instance' : 'Busiest instances'}
          items={[...byName, ...byLabel]}
          value=""
          disabled={isFull}
          onChange={(value) => value && onChange([...chosen, ...added(value)].slice(0, MAX_SERIES))}
        />
      </div>
      {chosen.map((id) => {
        const name = instances.find((each) => each.id === id)?.label ?? id.slice(0, 8)
        return (
          <Button
            key={id}
            size="sm"
            aria-label={`Remove ${name}`}
            onClick={() => onChange(chosen.filter((other) => other !== id))}
          >
            {name}
            <Icon icon={X} />
          </Button>
        )
      })}
    </div>
  )
}
