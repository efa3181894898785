// Metrics of an instance: CPU, disks and network, each on its own page. They share one time range.
import { useMemo, useState, type ReactNode } from 'react'
import { Outlet, useOutletContext, useParams } from 'react-router'
import { lastHour } from '../../../chart/levels.ts'
import { paths } from '../../../paths.ts'
import { warm } from '../../../route.ts'
import { RouteTabs } from '../../../ui/display/tabs.tsx'
import { DateRange } from '../../../ui/input/date-range.tsx'
import { IntervalPicker } from '../../../ui/input/refresh.tsx'
import { useFetching } from '../../../use-api.ts'
import { presetRange, type Range, type RangePreset } from '../../../util/range.ts'
import { onSamples } from '../../timeseries/oxql-queries.ts'

const HOUR_MS = lastHour.ms
const presets: readonly RangePreset[] = [
  lastHour,
  { value: '3-hours', label: 'Last 3 hours', ms: 3 * HOUR_MS },
  { value: 'day', label: 'Last 24 hours', ms: 24 * HOUR_MS },
  { value: 'week', label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { value: '30-days', label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
]

interface MetricsContext {
  project: string
  instance: string
  range: Range
  /** the choice of the range and the refresh interval */
  rangeControls: ReactNode
}

export const useMetrics = () => useOutletContext<MetricsContext>()

export default function MetricsTab() {
  const { project = '', instance = '' } = useParams()
  const at = { project, instance }
  const [preset, setPreset] = useState(lastHour.value)
  const [wanted, setRange] = useState(() => presetRange(lastHour, new Date()))
  const range = useMemo(() => onSamples(wanted), [wanted])
  const slide = () => {
    const chosen = presets.find(({ value }) => value === preset)
    if (chosen) setRange(presetRange(chosen, new Date()))
  }
  const rangeControls = (
    <RangeControls
      preset={preset}
      range={range}
      onSlide={slide}
      onChange={(next, span) => {
        setPreset(next)
        setRange(span)
      }}
    />
  )
  return (
    <RouteTabs
      label="Metrics"
      onNear={warm}
      tabs={[
        { to: paths.instanceMetricsCpu(at), label: 'CPU' },
        { to: paths.instanceMetricsDisk(at), label: 'Disk' },
        { to: paths.instanceMetricsNetwork(at), label: 'Network' },
      ]}
    >
      <Outlet context={{ ...at, range, rangeControls } satisfies MetricsContext} />
    </RouteTabs>
  )
}

interface RangeControlsProps {
  preset: string
  range: Range
  onSlide: () => void
  onChange: (preset: string, range: Range) => void
}

function RangeControls({ preset, range, onSlide, onChange }: RangeControlsProps) {
  const busy = useFetching('timeseries_query')
  return (
    <>
      <IntervalPicker onTick={onSlide} busy={busy} disabled={preset === 'custom'} />
      <DateRange presets={presets} preset={preset} range={range} onChange={onChange} />
    </>
  )
}
