// A month in which a range of days is chosen: first press sets one end, second the other. Arrow keys walk the days, Page
// Up and Down the months, Home and End the week.
import { ChevronLeft, ChevronRight } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { addDays, addMonths, compareDays, dateOf, sameDay, weeksOf, type Day } from '../../util/month.ts'
import { Button } from './button.tsx'
import { cx } from '../display/cx.ts'

export interface CalendarProps {
  start: Day
  end: Day
  onChange: (start: Day, end: Day) => void
  /** no day after this one */
  latest?: Day
}

const monthName = (day: Day) =>
  dateOf({ ...day, day: 1 }).toLocaleDateString(undefined, { month: 'long', year: 'numeric' })
const fullName = (day: Day) => dateOf(day).toLocaleDateString(undefined, { dateStyle: 'full' })
const weekdayName = (day: Day, weekday: 'narrow' | 'long') => dateOf(day).toLocaleDateString(undefined, { weekday })

export function Calendar({ start, end, onChange, latest }: CalendarProps) {
  const id = useId()
  const [focus, setFocus] = useState(end)
  const [anchor, setAnchor] = useState<Day>()
  const grid = useRef<HTMLTableElement>(null)
  const tooLate = (day: Day) => latest !== undefined && compareDays(day, latest) > 0
  const go = (day: Day) => setFocus(latest && tooLate(day) ? latest : day)
  const weeks = weeksOf(focus)

  const choose = (day: Day) => {
    go(day)
    if (!anchor) {
      setAnchor(day)
      onChange(day, day)
      return
    }
    setAnchor(undefined)
    if (compareDays(day, anchor) < 0) onChange(day, anchor)
    else onChange(anchor, day)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const weekday = (dateOf(focus).getDay() + 6) % 7
    const target = {
      ArrowLeft: () => addDays(focus, -1),
      ArrowRight: () => addDays(focus, 1),
      ArrowUp: () => addDays(focus, -7),
      ArrowDown: () => addDays(focus, 7),
      PageUp: () => addMonths(focus, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(focus, event.shiftKey ? 12 : 1),
      Home: () => addDays(focus, -weekday),
      End: () => addDays(focus, 6 - weekday),
    }[event.key]
    if (!target) return
    event.preventDefault()
    // the day may be in a month that is not drawn yet
    flushSync(() => go(target()))
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  return (
    <div className="w-63">
      <div className="mb-1 flex items-center justify-between">
        <Button variant="ghost" size="icon" aria-label="Previous month" onClick={() => go(addMonths(focus, -1))}>
          <Icon icon={ChevronLeft} />
        </Button>
        <span id={id} aria-live="polite" className="text-sm font-medium">
          {monthName(focus)}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Next month"
          disabled={tooLate({ ...addMonths(focus, 1), day: 1 })}
          onClick={() => go(addMonths(focus, 1))}
        >
          <Icon icon={ChevronRight} />
        </Button>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern for a calendar
        role="grid"
        aria-labelledby={id}
        className="w-full table-fixed border-separate border-spacing-y-0.5"
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th
                key={day.day}
                scope="col"
                abbr={weekdayName(day, 'long')}
                className="h-7 text-xs font-normal text-muted"
              >
                {weekdayName(day, 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble from the days */}
        <tbody onKeyDown={onKeyDown}>
          {weeks.map((week) => (
            <tr key={week[0] && dateOf(week[0]).getTime()}>
              {week.map((day) => {
                const isEnd = sameDay(day, start) || sameDay(day, end)
                const inside = compareDays(day, start) >= 0 && compareDays(day, end) <= 0
                return (
                  <td key={day.day} aria-selected={inside} className={cx('p-0', inside && 'bg-accent-soft')}>
                    <button
                      type="button"
                      tabIndex={sameDay(day, focus) ? 0 : -1}
                      aria-label={fullName(day)}
                      disabled={tooLate(day)}
                      onClick={() => choose(day)}
                      className={cx(
                        'flex h-8 w-full items-center justify-center rounded-sm text-sm tabular-nums disabled:pointer-events-none disabled:opacity-40',
                        isEnd ? 'bg-accent-fill font-medium text-on-solid' : 'hover:bg-active',
                        day.month !== focus.month && !isEnd && 'text-muted',
                      )}
                    >
                      {day.day}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
