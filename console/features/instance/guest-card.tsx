// What the guest of an instance says about itself, where its agent answers.
import { Card } from '../../ui/display/card.tsx'
import { useLoad } from '../../use-api.ts'
import { Line } from './shared/line.tsx'
import { instanceGuest } from './instance-queries.ts'

/** Nobody announces that an agent answers. */
const POLL_MS = 10_000

/** Nothing without an agent. */
export function GuestCard({ project, instance }: { project: string; instance: string }) {
  const answer = useLoad(instanceGuest(project, instance), { poll: POLL_MS }).data
  if (answer?.type !== 'success' || !answer.data.answers) return null
  const { hostname, system, kernel, interfaces } = answer.data
  return (
    <Card title="Guest" text="As reported by the guest agent. The guest controls what it reports.">
      <dl className="space-y-1 text-sm">
        {system && <Line name="System">{system}</Line>}
        {kernel && <Line name="Kernel">{kernel}</Line>}
        {hostname && <Line name="Hostname">{hostname}</Line>}
        {interfaces.map(({ name, addresses }) => (
          <Line key={name} name={name}>
            <span className="font-mono text-xs">{addresses.join(', ') || 'no address'}</span>
          </Line>
        ))}
      </dl>
    </Card>
  )
}
