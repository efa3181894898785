// The time range that the charts of a page share, and its controls.
import { useMemo, useState, type ReactNode } from 'react'
import type { OperationId } from '#contract/operations.ts'
import { DateRange } from '../ui/input/date-range.tsx'
import { IntervalPicker } from '../ui/input/refresh.tsx'
import { useFetching } from '../use-api.ts'
import { presetRange, type Range, type RangePreset } from '../util/range.ts'
import { lastHour } from './levels.ts'

const HOUR_MS = lastHour.ms
const presets: readonly RangePreset[] = [
  lastHour,
  { value: '3-hours', label: 'Last 3 hours', ms: 3 * HOUR_MS },
  { value: 'day', label: 'Last 24 hours', ms: 24 * HOUR_MS },
  { value: 'week', label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { value: '30-days', label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
]

interface ChartRange {
  range: Range
  /** the choice of the range and the refresh interval */
  controls: ReactNode
}

/** `operation` is what the charts read, for the busy indicator. */
export function useChartRange(operation: OperationId, rounded: (range: Range) => Range): ChartRange {
  const [preset, setPreset] = useState(lastHour.value)
  const [wanted, setRange] = useState(() => presetRange(lastHour, new Date()))
  const range = useMemo(() => rounded(wanted), [wanted, rounded])
  const slide = () => {
    const chosen = presets.find(({ value }) => value === preset)
    if (chosen) setRange(presetRange(chosen, new Date()))
  }
  const controls = (
    <RangeControls
      operation={operation}
      preset={preset}
      range={range}
      onSlide={slide}
      onChange={(next, span) => {
        setPreset(next)
        setRange(span)
      }}
    />
  )
  return { range, controls }
}

interface RangeControlsProps {
  operation: OperationId
  preset: string
  range: Range
  onSlide: () => void
  onChange: (preset: string, range: Range) => void
}

function RangeControls({ operation, preset, range, onSlide, onChange }: RangeControlsProps) {
  const busy = useFetching(operation)
  return (
    <>
      <IntervalPicker onTick={onSlide} busy={busy} disabled={preset === 'custom'} />
      <DateRange presets={presets} preset={preset} range={range} onChange={onChange} />
    </>
  )
}
