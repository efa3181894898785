// Refreshes data by hand and at an interval.
import { useEffect, useRef, useState } from 'react'
import { NativeSelect } from './native-select.tsx'
import { RefreshButton } from './refresh-button.tsx'

export { RefreshButton } from './refresh-button.tsx'

const intervals = { off: 0, '10s': 10_000, '1m': 60_000, '2m': 120_000, '5m': 300_000 }
type Interval = keyof typeof intervals
const items = (Object.keys(intervals) as Interval[]).map((value) => ({ value, label: value === 'off' ? 'Off' : value }))

export interface IntervalPickerProps {
  /** e.g. slides the chosen range to now */
  onTick: () => void
  busy?: boolean
  /** shows Off and does not tick, e.g. for a custom range, which does not slide */
  disabled?: boolean
}

export function IntervalPicker({ onTick, busy, disabled = false }: IntervalPickerProps) {
  const [interval, choose] = useState<Interval>('10s')
  // a range that slides on drops what is loading: data that takes longer than the interval would never be seen
  const onTime = busy ? undefined : onTick
  const tick = useRef(onTime)
  useEffect(() => {
    tick.current = onTime
  }, [onTime])
  const ms = disabled ? 0 : intervals[interval]
  useEffect(() => {
    if (ms === 0) return
    const timer = setInterval(() => tick.current?.(), ms)
    return () => clearInterval(timer)
  }, [ms])
  return (
    <div className="flex items-center gap-1">
      <RefreshButton onRefresh={onTick} busy={busy} />
      <div className="w-20">
        <NativeSelect
          aria-label="Refresh interval"
          items={items}
          value={disabled ? 'off' : interval}
          onChange={choose}
          disabled={disabled}
        />
      </div>
    </div>
  )
}
