// A chart of one metric, with the query behind it. Charts of an instance share their cursor.
import { BookOpen, Braces } from '@lucide/icons'
import { useMemo, useState } from 'react'
import { ApiError } from '#contract/errors.ts'
import { TimeChart, type TimeChartProps } from '../../../chart/time-chart.tsx'
import { paths } from '../../../paths.ts'
import { CopyText } from '../../../ui/display/copy.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { Button } from '../../../ui/input/button.tsx'
import { useLoad } from '../../../use-api.ts'
import { measured } from '../../timeseries/measured-queries.ts'
import type { MetricQuery } from '../../timeseries/oxql-queries.ts'
import { counterChart, type RateUnit } from './metric-data.ts'
import { useCharts } from './metrics-tab.tsx'

const OxqlDialog = lazyPopup(async () => (await import('../../timeseries/oxql-dialog.lazy.tsx')).OxqlDialog)

type QueryChartProps = Omit<TimeChartProps, 'menu' | 'errorAction' | 'project' | 'sync'> & { query: MetricQuery }

/** A chart whose menu shows its query. */
export function QueryChart({ query, ...chart }: QueryChartProps) {
  const { project } = useCharts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <TimeChart
        {...chart}
        project={project}
        sync="instance-metrics"
        menu={[
          { label: 'About this metric', icon: <Icon icon={BookOpen} />, href: paths.guide({ guide: 'metrics' }) },
          { label: 'View OxQL query', icon: <Icon icon={Braces} />, onSelect: () => setOpen(true) },
        ]}
        errorAction={
          <>
            <Button onClick={() => setOpen(true)}>View OxQL query</Button>
            {chart.error instanceof ApiError && chart.error.requestId && (
              <p className="mt-2 flex items-center justify-center gap-2 text-xs text-muted">
                Request <CopyText text={chart.error.requestId} maxLength={12} />
              </p>
            )}
          </>
        }
      />
      {open && <OxqlDialog title={chart.title} query={query} project={project} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MetricChartProps {
  title: string
  /** the name of its only series */
  label: string
  unit: RateUnit
  query: MetricQuery
}

/** The rate of a counter: operations, packets or bytes. */
export function MetricChart({ title, label, unit, query }: MetricChartProps) {
  const { project } = useCharts()
  const { data, error } = useLoad(measured(project, { query }))
  const chart = useMemo(() => data && counterChart(data, label, unit), [data, label, unit])
  return <QueryChart title={title} unit={unit} data={chart} error={error} query={query} />
}
