// One node of the diagram: a link to its page, or a button that shows and hides the instances of a subnet.
import { Cpu, EthernetPort, Globe, Network, Route, TriangleAlert, Waypoints, MapPin } from '@lucide/icons'
import { Link } from '../../frame/link.tsx'
import { lamps } from '../../ui/display/badge.tsx'
import { cx } from '../../ui/display/cx.ts'
import { Icon, type IconData } from '../../ui/display/icon.tsx'
import { NODE_HEIGHT, type PlacedNode } from './map-layout.ts'
import { KIND_LABELS, type NodeKind } from './map-nodes.ts'

const icons: Record<NodeKind, IconData> = {
  internet: Globe,
  vpc: Network,
  gateway: EthernetPort,
  router: Route,
  subnet: Waypoints,
  instances: Cpu,
  instance: Cpu,
  external_ip: MapPin,
}

interface DiagramNodeProps {
  node: PlacedNode
  /** lit, because what is pointed at can talk to it */
  isReached: boolean
  /** the one in the tab order */
  isCurrent: boolean
  onPoint: (id: string | undefined) => void
  onFocus: (id: string) => void
  onToggle: (subnetId: string) => void
}

export function DiagramNode({ node, isReached, isCurrent, onPoint, onFocus, onToggle }: DiagramNodeProps) {
  const { id, kind, title, detail, to, problems, x, y, width, height } = node
  const props = {
    'data-node': id,
    title: problems.join(' ') || `${title} ${detail}`,
    tabIndex: isCurrent ? 0 : -1,
    style: { left: x, top: y, width, height },
    className: cx(
      'absolute flex items-start gap-2 overflow-hidden rounded-md border px-2 text-left text-xs transition-colors',
      isReached ? 'border-accent-fill bg-accent-soft' : 'bg-raised hover:bg-hover',
      !isReached && (problems.length > 0 ? 'border-notice-line' : 'border-line-strong'),
    ),
    onPointerEnter: () => onPoint(id),
    onPointerLeave: () => onPoint(undefined),
    onFocus: () => {
      onFocus(id)
      onPoint(id)
    },
    onBlur: () => onPoint(undefined),
  }
  const content = <NodeContent node={node} />
  if (kind === 'instances')
    return (
      <button {...props} type="button" onClick={() => onToggle(id.slice('instances:'.length))}>
        {content}
      </button>
    )
  if (to)
    return (
      <Link {...props} to={to}>
        {content}
      </Link>
    )
  return (
    <div style={props.style} className={props.className}>
      {content}
    </div>
  )
}

function NodeContent({ node: { kind, title, detail, problems, tone } }: { node: PlacedNode }) {
  return (
    // at the top of a tall node
    <span className="flex w-full items-center gap-2" style={{ height: NODE_HEIGHT - 2 }}>
      {tone && <span aria-hidden data-part="lamp" className={cx('absolute inset-y-0 left-0 w-1', lamps[tone])} />}
      <Icon icon={icons[kind]} aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="sr-only">{`${KIND_LABELS[kind]} `}</span>
        <span className={cx('block truncate font-medium', kind === 'external_ip' && 'font-mono')}>{title}</span>
        {detail && <span className="block truncate text-muted">{detail}</span>}
      </span>
      {problems.length > 0 && <span className="sr-only">{`Problem: ${problems.join(' ')}`}</span>}
      {problems.length > 0 && <Icon icon={TriangleAlert} aria-hidden className="size-4 shrink-0 text-notice" />}
    </span>
  )
}
