// Dates and times in the browser's locale, with the full timestamp in a tooltip.
import { useSyncExternalStore } from 'react'
import { dateText, momentText, timeAgo, timeText } from '../../util/time-text.ts'
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
let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(() => {
      now = new Date()
      for (const one of listeners) one()
    }, 10_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

export interface TimeAgoProps {
  value: Date
  /** before the time in the tooltip, e.g. "Last seen" */
  caption?: string
}

export function TimeAgo({ value, caption }: TimeAgoProps) {
  const age = useSyncExternalStore(subscribe, () => timeAgo(value, now > value ? now : new Date()))
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
