// The steps of the failover that is under way, in issues of its sled.
import { useLoad } from '../../use-api.ts'
import { sledFailover } from './failover-queries.ts'
import { StepList } from './step-list.tsx'

/** Nothing while no failover is under way: the last one says nothing about what is wrong now. */
export function FailoverSteps({ sledId }: { sledId: string }) {
  const failover = useLoad(sledFailover(sledId), { optional: true }).data?.failover
  return failover && failover.state !== 'ended' ? <StepList failover={failover} /> : null
}
