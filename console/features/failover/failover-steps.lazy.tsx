// The steps of a failover, each with its time: on the page of the sled, and in its issues.
import { DateTime } from '../../ui/display/dates.tsx'
import { useLoad } from '../../use-api.ts'
import { sledFailover, type Failover } from './failover-queries.ts'

/** Nothing while no failover is under way: the last one says nothing about what is wrong now. */
export function FailoverSteps({ sledId }: { sledId: string }) {
  const failover = useLoad(sledFailover(sledId), { optional: true }).data?.failover
  return failover && failover.state !== 'ended' ? <StepList failover={failover} /> : null
}

export function StepList({ failover }: { failover: Failover }) {
  return (
    <ol aria-label="Steps of the failover" className="mt-1 space-y-0.5">
      {stepsOf(failover).map(({ text, time }) => (
        <li key={text}>
          {text}: <DateTime value={time} />
        </li>
      ))}
    </ol>
  )
}

function stepsOf(failover: Failover): { text: string; time: Date }[] {
  // a host that Ceph has blocked is not off
  const fenced = failover.fencedBy === 'person' ? 'Confirmed to be off' : 'Fence verified'
  const steps: [string, Date | null][] = [
    ['Unreachable', failover.timeUnreachable],
    ['Fencing began', failover.timeFencing],
    [fenced, failover.timeFenced],
    ['Instances started elsewhere', failover.timeRestarted],
    ['Returned and emptied', failover.timeReturned],
    ['Ended', failover.timeEnded],
  ]
  return steps.flatMap(([text, time]) => (time ? [{ text, time }] : []))
}
