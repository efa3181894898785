// The state of a port's links in one word. Each port has its own request.
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import { useLoad } from '../../use-api.ts'
import { linksIn, summaryOf, type LinkSummary } from './port-links.ts'
import { switchPortStatus, type PortAt } from './switch-port-queries.ts'

const tones: Record<LinkSummary, Tone> = { up: 'success', 'partly up': 'notice', down: 'danger' }

/** A list can have many ports, so the interval is long. */
const LIST_POLL_MS = 15_000

export function useLinkSummary(at: PortAt, enabled = true) {
  const { data, isError } = useLoad(switchPortStatus(at), { poll: LIST_POLL_MS, enabled })
  const links = data === undefined ? undefined : linksIn(data)
  return { isError, isLoaded: data !== undefined, summary: links && summaryOf(links) }
}

export function PortState(at: PortAt) {
  const { isError, isLoaded, summary } = useLinkSummary(at)
  if (!isLoaded) return <Unloaded isError={isError} className="h-3 w-12" />
  if (!summary) return <Dash />
  return (
    <Badge lamp tone={tones[summary]}>
      {summary}
    </Badge>
  )
}
