// The steps of a failover, each with its time.
import { DateTime } from '../../ui/display/dates.tsx'
import type { Failover } from './failover-queries.ts'

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
