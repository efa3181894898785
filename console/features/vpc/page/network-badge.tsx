// Says that the network has not confirmed the last changes to a VPC yet. They are stored: nobody has to wait for it.
import { useLoad } from '../../../use-api.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { networkStatus } from '../vpc-queries.ts'

/** The network confirms without an event. */
const POLL_INTERVAL_MS = 1000

interface Props {
  project: string
  vpc: string
}

export function NetworkBadge(at: Props) {
  const status = useLoad(networkStatus(at.project, at.vpc), { optional: true }).data
  const isApplying = status?.type === 'success' && !status.data.isApplied
  return <output>{isApplying && <Applying {...at} problem={status.data.problem} />}</output>
}

function Applying({ project, vpc, problem }: Props & { problem: string | null }) {
  useLoad(networkStatus(project, vpc), { optional: true, poll: POLL_INTERVAL_MS })
  const text = 'The last changes are stored, but not in force yet.'
  return (
    <Tooltip content={problem ? `${text} The last attempt failed: ${problem}.` : text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must be reachable by keyboard */}
      <span tabIndex={0}>
        <Badge tone={problem ? 'notice' : 'transition'} busy>
          Applying
        </Badge>
      </span>
    </Tooltip>
  )
}
