// How busy the vCPUs of an instance were in the last hour.
import { Sparkline } from '../../chart/sparkline.tsx'
import { useLoad } from '../../use-api.ts'
import { measured } from '../timeseries/measured-queries.ts'
import { cpuPercent } from '../../chart/units.ts'
import { cpuQuery, useLastHour } from './shared/last-hour.ts'

export function CpuSparkline({ project, id }: { project: string; id: string }) {
  const query = cpuQuery(id, useLastHour())
  const { data } = useLoad(measured(project, { query, count: 'vcpuId' }))
  const values = (data?.sums.get('')?.values ?? []).map((value) =>
    value === null ? null : cpuPercent(value, data?.counted ?? 1),
  )
  const last = values.at(-1)
  if (values.length < 2 || last === undefined) return null
  const now = last === null ? 'no samples now' : `${Math.round(last)}% now`
  return (
    <span className="inline-flex items-center gap-2">
      <Sparkline label={`CPU use in the last hour, ${now}`} values={values} max={100} />
      {last !== null && <span className="text-xs text-muted tabular-nums">{Math.round(last)}%</span>}
    </span>
  )
}
