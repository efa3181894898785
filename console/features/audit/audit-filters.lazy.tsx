// The filters of the audit log and of activity. Each change updates the URL.
import { useEffect, useRef, useState } from 'react'
import { isUuid } from '#contract/checks.ts'
import { operations, type OperationId } from '#contract/operations.ts'
import { isWrite } from '#contract/facts.ts'
import { Combobox } from '../../ui/input/combobox.tsx'
import { Button } from '../../ui/input/button.tsx'
import { DateRange } from '../../ui/input/date-range.tsx'
import { Field } from '../../ui/input/field.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'
import type { Filters } from './audit-queries.ts'

export interface AuditFiltersProps {
  filters: Filters
  /** what is filtered: 'audit log' */
  label: string
  /** left out where everything belongs to one silo */
  silos?: readonly string[]
  /** left out where everything is about one resource */
  hasTarget?: boolean
  onChange: (changes: Filters) => void
  onClear: () => void
}

const HOUR_MS = 3_600_000
const ANY_TIME = { value: 'any', label: 'Any time', ms: 0 }
const presets = [
  { value: 'hour', label: 'Last hour', ms: HOUR_MS },
  { value: 'day', label: 'Last day', ms: 24 * HOUR_MS },
  { value: 'week', label: 'Last week', ms: 7 * 24 * HOUR_MS },
  { value: 'month', label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
]

const CUSTOM = { value: 'custom', label: 'Custom' }
/** Where the choice of a period begins. */
const lastDay = (): Filters => ({
  start: new Date(Date.now() - 24 * HOUR_MS).toISOString(),
  end: new Date().toISOString(),
})

const results = [
  { value: '', label: 'Any result' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'denied', label: 'Refused' },
]

const writes = (Object.keys(operations) as OperationId[]).filter(isWrite).toSorted()

export function AuditFilters({ label, filters, silos, hasTarget, onChange, onClear }: AuditFiltersProps) {
  return (
    <search
      aria-label={`Filter the ${label}`}
      className="mb-3 flex flex-wrap items-start gap-3 max-sm:grid max-sm:grid-cols-2 max-sm:*:w-auto"
    >
      <div className="w-44">
        <ActorFilter value={filters.actor} onChange={(actor) => onChange({ actor })} />
      </div>
      {silos && (
        <div className="w-36">
          <Field label="Silo" required>
            <NativeSelect
              items={[{ value: '', label: 'All silos' }, ...silos.map((silo) => ({ value: silo, label: silo }))]}
              value={filters.silo ?? ''}
              onChange={(silo) => onChange({ silo })}
            />
          </Field>
        </div>
      )}
      <div className="w-52">
        <Field label="Operation" required>
          <Combobox
            items={writes.map((operation) => ({ value: operation, label: operation }))}
            placeholder="All operations"
            value={filters.operation ?? ''}
            onChange={(operation) => onChange({ operation })}
          />
        </Field>
      </div>
      {hasTarget && (
        <div className="w-44">
          <IdFilter label="Target ID" value={filters.target} onChange={(target) => onChange({ target })} />
        </div>
      )}
      <div className="w-32">
        <Field label="Result" required>
          <NativeSelect items={results} value={filters.result ?? ''} onChange={(result) => onChange({ result })} />
        </Field>
      </div>
      <TimeFilter filters={filters} onChange={onChange} />
      {Object.keys(filters).length > 0 && (
        <div className="self-end">
          <Button variant="ghost" onClick={onClear}>
            Clear filters
          </Button>
        </div>
      )}
    </search>
  )
}

interface ActorFilterProps {
  value: string | undefined
  onChange: (actor: string) => void
}

/** Applied on Enter and on leaving the field, because a name may be the beginning of another. */
function ActorFilter({ value = '', onChange }: ActorFilterProps) {
  const [typed, setTyped] = useState<string>()
  const apply = () => {
    if (typed !== undefined) onChange(typed.trim())
    setTyped(undefined)
  }
  return (
    <Field label="Actor" required>
      <TextInput
        value={typed ?? value}
        placeholder="Name or ID"
        maxLength={512}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </Field>
  )
}

interface IdFilterProps {
  label: string
  value: string | undefined
  onChange: (id: string) => void
}

/** Applied when the ID is complete or empty. */
function IdFilter({ label, value = '', onChange }: IdFilterProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value
  const error = typed && !isUuid(typed.trim()) ? 'Enter a whole ID' : undefined
  return (
    <Field label={label} required error={error}>
      <TextInput
        mono
        value={text}
        placeholder="Any"
        onChange={({ target }) => {
          const next = target.value.trim()
          setTyped(next === '' || isUuid(next) ? undefined : target.value)
          if (next === '' || isUuid(next)) onChange(next)
        }}
      />
    </Field>
  )
}

/** Without a choice, all times. A preset has no end, so that new entries show. */
function TimeFilter({ filters: { start, end }, onChange }: Pick<AuditFiltersProps, 'filters' | 'onChange'>) {
  const [preset, setPreset] = useState('custom')
  const [now] = useState(() => new Date())
  const box = useRef<HTMLDivElement>(null)
  const chosen = useRef<'any' | 'period'>(undefined)
  const shown = start ? 'period' : 'any'
  // one field takes the place of the other, which had the focus
  useEffect(() => {
    if (chosen.current === shown) box.current?.querySelector('select')?.focus()
    chosen.current = undefined
  }, [shown])
  if (!start)
    return (
      <div ref={box} className="w-36">
        <Field label="Time" required>
          <NativeSelect
            items={[ANY_TIME, ...presets, CUSTOM]}
            value={ANY_TIME.value}
            onChange={(value) => {
              chosen.current = 'period'
              if (value === CUSTOM.value) return onChange(lastDay())
              const period = presets.find((one) => one.value === value)
              if (!period) return
              setPreset(value)
              onChange({ start: new Date(Date.now() - period.ms).toISOString(), end: '' })
            }}
          />
        </Field>
      </div>
    )
  return (
    <div ref={box} className="max-sm:col-span-2">
      <p className="mb-1 text-xs font-medium">Time</p>
      <DateRange
        presets={[ANY_TIME, ...presets]}
        preset={end ? 'custom' : preset}
        range={{ start: new Date(start), end: end ? new Date(end) : now }}
        onChange={(value, range) => {
          if (value === ANY_TIME.value) {
            chosen.current = 'any'
            return onChange({ start: '', end: '' })
          }
          setPreset(value)
          onChange({
            start: range.start.toISOString(),
            end: value === 'custom' ? range.end.toISOString() : '',
          })
        }}
      />
    </div>
  )
}
