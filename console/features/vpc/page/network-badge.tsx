// Says that the network has not confirmed the last changes to a VPC yet, or not on every host. They are stored: nobody has to wait for it.
import { useLoad } from '../../../use-api.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { counted } from '../../../util/count.ts'
import { networkStatus } from '../vpc-queries.ts'

/** The network confirms without an event. */
const POLL_INTERVAL_MS = 1000

interface Props {
  project: string
  vpc: string
}

interface Status {
  isApplied: boolean
  silentHosts: number
  problem: string | null
}

export function NetworkBadge(at: Props) {
  const status = useLoad(networkStatus(at.project, at.vpc), { optional: true }).data
  const isComplete = status?.type !== 'success' || (status.data.isApplied && status.data.silentHosts === 0)
  return <output>{!isComplete && <Incomplete {...at} status={status.data} />}</output>
}

function Incomplete({ project, vpc, status }: Props & { status: Status }) {
  useLoad(networkStatus(project, vpc), { optional: true, poll: POLL_INTERVAL_MS })
  const { label, text, tone } = status.isApplied ? exceptOn(status.silentHosts) : applying(status.problem)
  return (
    <Tooltip content={text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must be reachable by keyboard */}
      <span tabIndex={0}>
        <Badge tone={tone} busy={!status.isApplied}>
          {label}
        </Badge>
      </span>
    </Tooltip>
  )
}

function applying(problem: string | null) {
  const text = 'The last changes are stored, but not in force yet.'
  if (!problem) return { label: 'Applying', text, tone: 'transition' } as const
  return { label: 'Applying', text: `${text} The last attempt failed: ${problem}.`, tone: 'notice' } as const
}

function exceptOn(hosts: number) {
  const those = hosts === 1 ? 'This host does not answer. Its' : 'These hosts do not answer. Their'
  return {
    label: `In force except on ${counted(hosts, 'host')}`,
    text: `${those} guests keep the rules they had.`,
    tone: 'notice',
  } as const
}
