// How the vCPUs of an instance spend their time.
import { useMemo, useState } from 'react'
import { tickText } from '../../../chart/chart-scale.ts'
import { NativeSelect } from '../../../ui/input/native-select.tsx'
import { useData, useLoad } from '../../../use-api.ts'
import type { Range } from '../../../util/range.ts'
import { measured } from '../../timeseries/measured-queries.ts'
import type { MetricQuery } from '../../timeseries/oxql-queries.ts'
import { instanceView } from '../instance-queries.ts'
import { cpuStates, stackedChart, stateChart } from './metric-data.ts'
import { QueryChart } from './metric-chart.tsx'
import { MetricsLayout } from './metrics-layout.tsx'
import { useMetrics } from './metrics-tab.tsx'

type State = (typeof cpuStates)[number]
type Choice = State['value'] | 'all'

const choices = [
  ...(['run', 'emulation', 'idle', 'waiting'] as const).map((value) => ({
    value,
    label: `State: ${cpuStates.find((state) => state.value === value)?.label}`,
  })),
  { value: 'all' as const, label: 'State: All states' },
]

export default function CpuMetrics() {
  const { project, instance: name } = useMetrics()
  const { id } = useData(instanceView(project, name))
  const [choice, choose] = useState<Choice>('run')
  return (
    <MetricsLayout
      picker={<NativeSelect<Choice> aria-label="CPU state" items={choices} value={choice} onChange={choose} />}
      wide={
        choice === 'all' ? (
          <StackedChart id={id} />
        ) : (
          cpuStates
            .filter(({ value }) => value === choice)
            .map((state) => <StateChart key={choice} id={id} state={state} />)
        )
      }
    >
      {choice === 'all' && cpuStates.map((state) => <StateChart key={state.value} id={id} state={state} />)}
    </MetricsLayout>
  )
}

const usage = (range: Range, where: MetricQuery['where'], groupBy: string): MetricQuery => ({
  metric: 'virtual_machine:vcpu_usage',
  range,
  where,
  groupBy,
})

const percentTick = (value: number) => `${tickText(value)}%`
const ALL_CPUS = { value: 100, label: 'All vCPUs busy' }

function StateChart({ id, state }: { id: string; state: State }) {
  const { project, range } = useMetrics()
  const query = usage(range, { instance_id: id, state: state.value }, 'vcpu_id')
  const { data, error } = useLoad(measured(project, { query, count: 'vcpuId' }))
  const chart = useMemo(() => data && stateChart(data, state.label), [data, state])
  return (
    <QueryChart
      title={`CPU utilization: ${state.label.toLowerCase()}`}
      text={state.text}
      unit="%"
      data={chart}
      error={error}
      limit={ALL_CPUS}
      tick={percentTick}
      query={query}
    />
  )
}

function StackedChart({ id }: { id: string }) {
  const { project, range } = useMetrics()
  const query = usage(range, { instance_id: id }, 'vcpu_id, state')
  const { data, error } = useLoad(measured(project, { query, split: 'state', count: 'vcpuId' }))
  const chart = useMemo(() => data && stackedChart(data), [data])
  return (
    <QueryChart
      title="CPU utilization: all states"
      text="How the vCPUs spend their time"
      unit="%"
      data={chart}
      error={error}
      limit={ALL_CPUS}
      tick={percentTick}
      stack
      query={query}
    />
  )
}
