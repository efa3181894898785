// The filter above a table. `/` focuses it, Escape clears it.
import { useRef } from 'react'
import { useShortcut } from '../frame/shortcuts.ts'
import { TextInput } from '../ui/input/text-input.tsx'

interface FilterInputProps {
  /** the table's noun, plural */
  label: string
  value: string
  onChange: (text: string) => void
}

export function FilterInput({ label, value, onChange }: FilterInputProps) {
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', 'Filter the table', () => field.current?.focus())
  return (
    <div className="w-56 max-w-full max-sm:w-auto max-sm:min-w-0 max-sm:flex-1">
      <TextInput
        ref={field}
        type="search"
        aria-label={`Filter ${label}`}
        placeholder="Filter"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          onChange('')
          event.currentTarget.blur()
        }}
      />
    </div>
  )
}
