// Dates and times in the browser's locale, with the full timestamp in a tooltip.
import { makeStore } from '../../util/store.ts'
import { dateText, longTimeAgo, momentText, timeAgo, timeText } from '../../util/time-text.ts'
import { useStore } from '../../util/use-store.ts'
import { Tooltip } from '../overlay/tooltip.tsx'

/** A component, because formatting is slow and few tooltips open. */
const Moment = ({ value }: { value: Date }) => momentText(value)

export function DateTime({ value }: { value: Date }) {
  return (
    <Tooltip content={<Moment value={value} />}>
      <time dateTime={value.toISOString()} className="whitespace-nowrap">
        <span>{dateText(value)}</span> <span className="text-muted">{timeText(value)}</span>
      </time>
    </Tooltip>
  )
}

// one timer for all ages on the page; a timer per row would wake the page hundreds of times
const tick = () => now.set(new Date())
const now = makeStore(new Date(), () => {
  tick()
  const timer = setInterval(tick, 10_000)
  return () => clearInterval(timer)
})

/** The time, as the ages on the page count it. */
export const useNow = (): Date => useStore(now)

export interface TimeAgoProps {
  value: Date
  /** before the time in the tooltip, e.g. "Last seen" */
  caption?: string
  /** in words: '9 days ago' instead of '9d' */
  long?: boolean
}

export function TimeAgo({ value, caption, long = false }: TimeAgoProps) {
  const text = long ? longTimeAgo : timeAgo
  const age = useStore(now, (date) => text(value, date > value ? date : new Date()))
  return (
    <Tooltip
      content={
        <>
          {caption && <span className="block text-muted">{caption}</span>}
          <Moment value={value} />
        </>
      }
    >
      <time dateTime={value.toISOString()} className="whitespace-nowrap">
        {age}
      </time>
    </Tooltip>
  )
}
