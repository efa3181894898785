// The front of a switch: one cell for each port, colored by its links. One tab stop; arrow keys move from port to port.
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Model } from '#contract/client.ts'
import { Link } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/display/cx.ts'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { useLinkSummary } from './port-state.tsx'
import type { LinkSummary } from './port-links.ts'

type Port = Model<'SwitchPort'>

const looks: Record<LinkSummary | 'off', string> = {
  up: 'border-success-line bg-success-soft text-success font-medium',
  'partly up': 'border-dashed border-notice-line bg-notice-soft text-notice font-medium',
  down: 'border-dashed border-danger-line bg-danger-soft text-danger font-medium',
  off: 'border-line bg-page text-muted',
}

export interface FaceplateProps {
  title: string
  /** of the grid */
  className: string
  ports: readonly Port[]
  settingsOf: (port: Port) => string | undefined
}

export function Faceplate({ title, className, ports, settingsOf }: FaceplateProps) {
  const [current, setCurrent] = useState(0)
  const group = useRef<HTMLElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    const next = current + (step ?? 0)
    if (!step || !ports[next]) return
    event.preventDefault()
    setCurrent(next)
    group.current?.querySelectorAll('a')[next]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble from its links
    <nav ref={group} aria-label={`Ports of ${title}`} onKeyDown={onKeyDown} className={className}>
      {ports.map((port, at) => (
        <PortCell key={port.id} port={port} settings={settingsOf(port)} isEntry={at === current} />
      ))}
    </nav>
  )
}

interface PortCellProps {
  port: Port
  settings: string | undefined
  /** where the tab key lands */
  isEntry: boolean
}

function PortCell({ port, settings, isEntry }: PortCellProps) {
  const { rackId, switchLocation: location, portName } = port
  const at = { rackId, location, port: portName }
  const { summary } = useLinkSummary(at, settings !== undefined)
  const state = settings === undefined ? 'off' : summary
  const text = settings === undefined ? `${portName}: no settings` : `${portName}: ${settings}, ${summary ?? 'unknown'}`
  return (
    <Tooltip content={text}>
      <Link
        to={paths.switchPort(at)}
        tabIndex={isEntry ? 0 : -1}
        className={cx(
          'relative flex h-7 min-w-0 items-center justify-center rounded-sm border text-[10px] tabular-nums hover:border-accent-fill',
          looks[state ?? 'off'],
        )}
      >
        <span aria-hidden>{portName.replace(/^\D+/, '')}</span>
        <span className="sr-only">{text}</span>
      </Link>
    </Tooltip>
  )
}
