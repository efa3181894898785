// The time range that the charts of a page share, and its controls.
import { useMemo, useState, type ReactNode } from 'react'
import type { OperationId } from '#contract/operations.ts'
import { DateRange } from '../ui/input/date-range.tsx'
import { IntervalPicker } from '../ui/input/refresh.tsx'
import { useFetching } from '../use-api.ts'
import { presetRange, type Range, type RangePreset } from '../util/range.ts'
import { lastHour, openingRange } from './levels.ts'

interface ChartRangeOptions {
  /** what the charts read, for the busy indicator */
  operation: OperationId
  /** what the charts draw of the chosen range; defaults to all of it */
  rounded?: (range: Range) => Range
  /** of the presets that the specification names differently on some pages */
  labels?: { day: string; week: string }
}

interface ChartRange {
  range: Range
  /** the choice of the range and the refresh interval */
  controls: ReactNode
}

const LABELS = { day: 'Last 24 hours', week: 'Last 7 days' }

function presetsOf({ day, week }: typeof LABELS): readonly RangePreset[] {
  const hour = lastHour.ms
  return [
    lastHour,
    { value: '3-hours', label: 'Last 3 hours', ms: 3 * hour },
    { value: 'day', label: day, ms: 24 * hour },
    { value: 'week', label: week, ms: 7 * 24 * hour },
    { value: '30-days', label: 'Last 30 days', ms: 30 * 24 * hour },
  ]
}

const unchanged = (range: Range) => range

export function useChartRange({ operation, rounded = unchanged, labels = LABELS }: ChartRangeOptions): ChartRange {
  const [preset, setPreset] = useState(lastHour.value)
  const [wanted, setRange] = useState(() => openingRange())
  const range = useMemo(() => rounded(wanted), [wanted, rounded])
  const controls = (
    <RangeControls
      operation={operation}
      presets={presetsOf(labels)}
      preset={preset}
      range={range}
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
  presets: readonly RangePreset[]
  preset: string
  range: Range
  onChange: (preset: string, range: Range) => void
}

function RangeControls({ operation, presets, preset, range, onChange }: RangeControlsProps) {
  const busy = useFetching(operation)
  const slide = () => {
    const chosen = presets.find(({ value }) => value === preset)
    if (chosen) onChange(preset, presetRange(chosen, new Date()))
  }
  return (
    <>
      <IntervalPicker onTick={slide} busy={busy} disabled={preset === 'custom'} />
      <DateRange presets={presets} preset={preset} range={range} onChange={onChange} />
    </>
  )
}
