// Two days and two times, chosen by hand.
import { useState, type ReactNode } from 'react'
import { atTime, timeOf, timePattern } from '../../util/clock.ts'
import { dayOf } from '../../util/month.ts'
import { Calendar } from './calendar.tsx'
import { cx } from '../display/cx.ts'
import type { Range } from '../../util/range.ts'
import { controlClass } from './text-input.tsx'

export interface DateRangeEditorProps {
  range: Range
  latest?: Date
  onChange: (range: Range) => void
}

export function DateRangeEditor({ range, onChange, ...props }: DateRangeEditorProps) {
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
    if (!start || !end) setProblem(`Enter both times as ${timePattern()}`)
    else if (start >= end) setProblem('The start must come before the end')
    else if (start > latest) setProblem('The range cannot start in the future')
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
        // not type=time, which follows the system instead of the page's locale
        type="text"
        placeholder={timePattern()}
        maxLength={10}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'mt-1 h-8 w-full px-2 font-normal tabular-nums')}
      />
    </label>
  )
}
