// Ready charts of a project or the whole fleet: the ten busiest instances, or those chosen to compare.
import { useState } from 'react'
import { useAddress } from '../../address.ts'
import { useChartRange } from '../../chart/chart-range.tsx'
import { siloLevels, systemLevels } from '../../chart/levels.ts'
import { MemoryChart } from '../../chart/memory-chart.tsx'
import { Slots } from '../../chart/series-colors.tsx'
import { useLabels } from '../../table/use-labels.ts'
import { useData, useLoad } from '../../use-api.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { projectView } from '../project/project-queries.ts'
import { fleetInstances } from './fleet-instances-queries.ts'
import { InstanceChart } from './instance-chart.tsx'
import { InstancePicker } from './instance-picker.tsx'
import type { KnownInstance } from './ready-data.ts'
import { readyCharts } from './ready-data.ts'
import { onSamples } from './oxql-queries.ts'

export function ProjectCharts({ project }: { project: string }) {
  const { data } = useLoad(first1000Instances(project))
  const { id } = useData(projectView(project))
  const labels = useLabels({ kind: 'instance', project })
  const instances = data?.items.map((each) => ({
    id: each.id,
    label: each.name,
    ncpus: each.ncpus,
    labels: labels.of(each),
  }))
  return (
    <ReadyCharts
      project={project}
      instances={instances}
      levelsOf={(range) => siloLevels('ram_provisioned', range, id)}
    />
  )
}

export function SystemCharts() {
  const { data } = useLoad(fleetInstances())
  return <ReadyCharts instances={data} levelsOf={(range) => systemLevels('ram_provisioned', range)} />
}

interface ReadyChartsProps {
  project?: string
  /** undefined until they have loaded */
  instances: readonly KnownInstance[] | undefined
  levelsOf: Parameters<typeof MemoryChart>[0]['levelsOf']
}

function ReadyCharts({ project, instances, levelsOf }: ReadyChartsProps) {
  const { search, change } = useAddress()
  const chosen = search.getAll('instance')
  const operation = project === undefined ? 'system_timeseries_query' : 'timeseries_query'
  const [slots] = useState(() => new Slots())
  const { range, controls } = useChartRange({ operation, rounded: onSamples })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
        <InstancePicker
          instances={instances ?? []}
          chosen={chosen}
          onChange={(ids) =>
            change(
              (next) => {
                next.delete('instance')
                for (const id of ids) next.append('instance', id)
              },
              { preventScrollReset: true },
            )
          }
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:ml-auto">{controls}</div>
      </div>
      <div className="grid gap-4 xl:grid-cols-2">
        {readyCharts.map((chart, at) => (
          <div key={chart.title} className="contents">
            <InstanceChart {...{ project, instances, chosen, range, chart, slots }} />
            {at === 0 && <MemoryChart range={range} project={project} levelsOf={levelsOf} />}
          </div>
        ))}
      </div>
    </>
  )
}
