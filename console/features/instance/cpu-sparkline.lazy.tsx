// How busy the vCPUs of an instance were in the last hour.
import { useEffect, useState } from 'react'
import { Sparkline } from '../../chart/sparkline.tsx'
import { useLoad } from '../../use-api.ts'
import { measured } from '../timeseries/measured-queries.ts'
import { cpuPercent } from '../../chart/units.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export function CpuSparkline({ project, id }: { project: string; id: string }) {
  const end = useMinute()
  const range = { start: new Date(end - HOUR_MS), end: new Date(end) }
  const query = {
    metric: 'virtual_machine:vcpu_usage',
    range,
    where: { instance_id: id, state: 'run' },
    groupBy: 'vcpu_id',
  }
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

/** The start of this minute, so that everything drawn within it shares one query. */
function useMinute(): number {
  const [minute, setMinute] = useState(thisMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(thisMinute()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return minute
}

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
