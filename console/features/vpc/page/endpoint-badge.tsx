// One end of a route or firewall rule: its type and its value, which links to the resource if there is one.
import { Link } from '../../../frame/link.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'

export interface Endpoint {
  type: 'vpc' | 'subnet' | 'instance' | 'ip' | 'ip_net' | 'internet_gateway' | 'drop'
  value?: string
}

export const endpointTypes: Record<Endpoint['type'], string> = {
  vpc: 'VPC',
  subnet: 'Subnet',
  instance: 'Instance',
  ip: 'IP',
  ip_net: 'IP network',
  internet_gateway: 'Internet gateway',
  drop: 'Drop',
}

export const endpointText = ({ type, value }: Endpoint) =>
  value === undefined ? endpointTypes[type] : `${endpointTypes[type]} ${value}`

interface BadgeProps {
  project: string
  vpc: string
  endpoint: Endpoint
  /** whether something has this name; unknown if left out */
  exists?: boolean | undefined
}

function pathOf({ project, vpc, endpoint: { type, value = '' } }: BadgeProps): string | undefined {
  if (type === 'instance') return paths.instanceNetworking({ project, instance: value })
  if (type === 'subnet') return paths.subnetEdit({ project, vpc, subnet: value })
  if (type === 'internet_gateway') return paths.internetGateway({ project, vpc, gateway: value })
  return undefined
}

export function EndpointBadge(props: BadgeProps) {
  const { endpoint, exists } = props
  const { type, value } = endpoint
  if (value === undefined) return <Badge>{endpointTypes[type]}</Badge>
  const to = exists ? pathOf(props) : undefined
  return (
    <span className="inline-flex">
      <Badge joined="start">{endpointTypes[type]}</Badge>
      {exists === false ? (
        <Tooltip content="Nothing has this name">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must be reachable by keyboard */}
          <span tabIndex={0}>
            <Badge joined="end" tone="notice">
              {value}
            </Badge>
          </span>
        </Tooltip>
      ) : (
        <Badge joined="end">
          {to ? (
            <Link
              to={to}
              className="text-accent underline decoration-accent-line underline-offset-3 hover:decoration-current"
            >
              {value}
            </Link>
          ) : (
            value
          )}
        </Badge>
      )}
    </span>
  )
}
