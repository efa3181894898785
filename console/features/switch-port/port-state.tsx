// How the links of a port are, in one badge. Each port is asked on its own.
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { useLoad } from '../../use-api.ts'
import { linksIn, summaryOf, type LinkSummary } from './port-links.ts'
import { switchPortStatus, type PortAt } from './switch-port-queries.ts'

const tones: Record<LinkSummary, Tone> = { up: 'success', 'partly up': 'notice', down: 'danger' }

/** A list can have many ports, so they are not asked often. */
const LIST_POLL_MS = 15_000

export function PortState(at: PortAt) {
  const { data, isError } = useLoad(switchPortStatus(at), { poll: LIST_POLL_MS })
  if (isError) return <span className="text-muted">Could not be read</span>
  if (!data) return <Skeleton className="h-3 w-12" />
  const links = linksIn(data)
  if (!links) return <Dash />
  const summary = summaryOf(links)
  return (
    <Badge lamp tone={tones[summary]}>
      {summary}
    </Badge>
  )
}
