// The time range of the charts on a disk's page.
import { Outlet, useParams } from 'react-router'
import { useChartRange } from '../../../chart/chart-range.tsx'
import { onSamples } from '../../timeseries/oxql-queries.ts'
import type { ChartsContext } from './metrics-tab.tsx'

export default function DiskChartsFrame() {
  const { project = '' } = useParams()
  const { range, controls: rangeControls } = useChartRange({ operation: 'timeseries_query', rounded: onSamples })
  return <Outlet context={{ project, range, rangeControls } satisfies ChartsContext} />
}
