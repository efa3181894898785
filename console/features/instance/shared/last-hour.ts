// The last hour of an instance, for small charts. It moves on by the minute, so that everything drawn within it shares one query.
import { useEffect, useMemo, useState } from 'react'
import type { Range } from '../../../util/range.ts'
import type { MetricQuery } from '../../timeseries/oxql-queries.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

export function useLastHour(): Range {
  const [end, setEnd] = useState(thisMinute)
  useEffect(() => {
    const timer = setInterval(() => setEnd(thisMinute()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => ({ start: new Date(end - HOUR_MS), end: new Date(end) }), [end])
}

/** How long its vCPUs ran. */
export const cpuQuery = (id: string, range: Range): MetricQuery => ({
  metric: 'virtual_machine:vcpu_usage',
  range,
  where: { instance_id: id, state: 'run' },
  groupBy: 'vcpu_id',
})
