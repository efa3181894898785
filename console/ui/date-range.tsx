// A span of time: a preset, or two days and times. Any change by hand makes the preset Custom; choosing Custom keeps the
// range. It does not slide by itself: whoever ticks asks `presetRange` again.
import { CalendarRange } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { atTime, dayOf, timeOf } from '../util/month.ts'
import { Calendar } from './calendar.tsx'
import { Listbox } from './listbox.tsx'
import { PopoverButton } from './popover.tsx'
import { controlClass } from './text-input.tsx'
import { cx } from './cx.ts'

export interface Range {
  start: Date
  end: Date
}

export interface RangePreset {
  value: string
  label: string
  /** how far back from now */
  ms: number
}

export const presetRange = (preset: RangePreset, now: Date): Range => ({
  start: new Date(now.getTime() - preset.ms),
  end: now,
})

export interface DateRangeProps {
  presets: readonly RangePreset[]
  /** the value of a preset, or 'custom' */
  preset: string
  range: Range
  onChange: (preset: string, range: Range) => void
  /** the end cannot lie after this; now, when nothing is given */
  latest?: Date
}

const short: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
}
const rangeText = ({ start, end }: Range) => new Intl.DateTimeFormat(undefined, short).formatRange(start, end)

export function DateRange({ presets, preset, range, onChange, latest }: DateRangeProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-36">
        <Listbox
          aria-label="Choose a time range preset"
          items={[...presets.map(({ value, label }) => ({ value, label })), { value: 'custom', label: 'Custom' }]}
          value={preset}
          onChange={(value) => {
            const chosen = presets.find((one) => one.value === value)
            onChange(value, chosen ? presetRange(chosen, new Date()) : range)
          }}
        />
      </div>
      <PopoverButton
        label={`Choose a date range: ${rangeText(range)}`}
        variant="secondary"
        size="md"
        align="start"
        trigger={
          <>
            <CalendarRange aria-hidden />
            <span className="font-normal tabular-nums">{rangeText(range)}</span>
          </>
        }
      >
        <Editor range={range} latest={latest} onChange={(next) => onChange('custom', next)} />
      </PopoverButton>
    </div>
  )
}

interface EditorProps {
  range: Range
  latest?: Date
  onChange: (range: Range) => void
}

function Editor({ range, onChange, ...props }: EditorProps) {
  const [latest] = useState(() => props.latest ?? new Date())
  const [days, setDays] = useState({ start: dayOf(range.start), end: dayOf(range.end) })
  const [times, setTimes] = useState({ start: timeOf(range.start), end: timeOf(range.end) })
  const [problem, setProblem] = useState<string>()
  // an impossible range is shown with its reason but not handed on: a chart of it would only fail
  const put = (nextDays: typeof days, nextTimes: typeof times) => {
    setDays(nextDays)
    setTimes(nextTimes)
    const start = atTime(nextDays.start, nextTimes.start)
    const end = atTime(nextDays.end, nextTimes.end)
    if (!start || !end) setProblem('Enter both times as HH:mm')
    else if (start >= end) setProblem('The start must come before the end')
    else if (start > latest) setProblem('The range must not begin in the future')
    else {
      setProblem(undefined)
      onChange({ start, end: end > latest ? latest : end })
    }
  }
  return (
    <div className="w-63">
      <Calendar
        start={days.start}
        end={days.end}
        latest={dayOf(latest)}
        onChange={(start, end) => put({ start, end }, times)}
      />
      <div className="mt-3 grid grid-cols-2 gap-3 border-t border-line pt-3">
        <TimeField label="Start time" value={times.start} onChange={(start) => put(days, { ...times, start })} />
        <TimeField label="End time" value={times.end} onChange={(end) => put(days, { ...times, end })} />
      </div>
      {problem && (
        <p role="alert" className="mt-2 text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

function TimeField({ label, value, onChange }: { label: ReactNode; value: string; onChange: (value: string) => void }) {
  return (
    <label className="text-xs font-medium">
      {label}
      <input
        // not type=time, which follows the system's 12 or 24 hours while our ranges are written in 24
        type="text"
        inputMode="numeric"
        placeholder="HH:mm"
        maxLength={5}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'mt-1 h-8 w-full px-2 font-normal tabular-nums')}
      />
    </label>
  )
}
