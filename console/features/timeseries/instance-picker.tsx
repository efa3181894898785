// Which instances to compare: one box adds, and each chosen one has a button that removes it.
import { X } from '@lucide/icons'
import { MAX_SERIES } from '../../chart/series-colors.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Combobox } from '../../ui/input/combobox.tsx'
import type { KnownInstance } from './ready-data.ts'

interface InstancePickerProps {
  instances: readonly KnownInstance[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

export function InstancePicker({ instances, chosen, onChange }: InstancePickerProps) {
  const isFull = chosen.length >= MAX_SERIES
  const items = instances
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, label }) => ({ value: id, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, undefined, { numeric: true }))
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <div className="w-56">
        <Combobox
          // an empty field after each choice
          key={chosen.length}
          aria-label="Compare instances"
          placeholder={isFull ? `${MAX_SERIES} at most` : chosen.length > 0 ? 'Add an instance' : 'Busiest instances'}
          items={items}
          value=""
          disabled={isFull}
          onChange={(id) => id && onChange([...chosen, id])}
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
