// Metrics of an instance: CPU, disks and network, each on its own page. They share one time range.
import type { ReactNode } from 'react'
import { Outlet, useOutletContext, useParams } from 'react-router'
import { useChartRange } from '../../../chart/chart-range.tsx'
import { paths } from '../../../paths.ts'
import { warm } from '../../../route.ts'
import { RouteTabs } from '../../../ui/display/tabs.tsx'
import type { Range } from '../../../util/range.ts'
import { onSamples } from '../../timeseries/oxql-queries.ts'

/** What charts need, also those of a disk. */
export interface ChartsContext {
  project: string
  range: Range
  /** the choice of the range and the refresh interval */
  rangeControls: ReactNode
}

interface MetricsContext extends ChartsContext {
  instance: string
}

export const useCharts = () => useOutletContext<ChartsContext>()

export const useMetrics = () => useOutletContext<MetricsContext>()

export default function MetricsTab() {
  const { project = '', instance = '' } = useParams()
  const at = { project, instance }
  const { range, controls: rangeControls } = useChartRange({
    operation: 'timeseries_query',
    rounded: onSamples,
  })
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
