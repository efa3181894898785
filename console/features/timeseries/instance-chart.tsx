// One ready chart, a line for each instance. Its menu opens its query in the editor.
import { BookOpen, Braces } from '@lucide/icons'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Slots } from '../../chart/series-colors.tsx'
import { TimeChart } from '../../chart/time-chart.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { ButtonLink } from '../../ui/input/button.tsx'
import { useLoad } from '../../use-api.ts'
import type { Range } from '../../util/range.ts'
import { measured } from './measured-queries.ts'
import { oxqlLines } from './oxql-queries.ts'
import { readyQuery, topInstances, type KnownInstance, type ReadyChart } from './ready-data.ts'

interface InstanceChartProps {
  project: string | undefined
  instances: readonly KnownInstance[] | undefined
  /** ids; none for all */
  chosen: readonly string[]
  range: Range
  chart: ReadyChart
  /** one color per instance, in all charts of the page */
  slots: Slots
}

const LIMIT = { value: 100, label: 'All vCPUs busy' }
const SPLITS = { instance_id: 'instanceId', attached_instance_id: 'attachedInstanceId' } as const

export function InstanceChart({ project, instances, chosen, range, chart, slots }: InstanceChartProps) {
  const { title, unit, field } = chart
  const navigate = useNavigate()
  const query = readyQuery(chart, range, chosen)
  const { data, error } = useLoad(measured(project, { query, split: SPLITS[field] }))
  const top = useMemo(
    () => data && instances && topInstances(data, unit, instances, slots),
    [data, instances, unit, slots],
  )
  const edit = `?${new URLSearchParams({ query: oxqlLines(query) })}`
  return (
    <TimeChart
      title={title}
      unit={unit}
      text={
        top && top.hidden > 0
          ? `The ten busiest instances. ${top.hidden} more ${top.hidden === 1 ? 'is' : 'are'} not shown.`
          : undefined
      }
      data={top?.data}
      error={error}
      project={project}
      limit={unit === '%' ? LIMIT : undefined}
      sync="ready-charts"
      menu={[
        { label: 'About this metric', icon: <Icon icon={BookOpen} />, href: paths.guide({ guide: 'metrics' }) },
        { label: 'Edit query', icon: <Icon icon={Braces} />, onSelect: () => void navigate(edit) },
      ]}
      errorAction={<ButtonLink to={edit}>Edit query</ButtonLink>}
    />
  )
}
