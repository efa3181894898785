// One part of a drawn rack, as a link to it: a sled filled by its load and colored by its state, a switch, or an empty slot.
import { Link } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/display/cx.ts'
import { stateOf } from '../sled/sled-names.ts'
import { highlightedPart, shareOf, type Highlight, type Share, type Slot } from './rack-layout.ts'
import { describe } from './rack-words.ts'

export type Variant = 'elevation' | 'strip'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

interface CellProps {
  id: string
  slot: Slot
  box: Box
  variant: Variant
  highlight: Highlight | undefined
  isEntry: boolean
  onNear: () => void
  onFocus: () => void
}

const placeOf = (slot: Exclude<Slot, { kind: 'empty' }>) => {
  if (slot.kind === 'sled') return paths.sledInstances({ sledId: slot.sled.id })
  return slot.kind === 'switch' ? paths.switches() : `${paths.sleds()}#waiting`
}

export function Cell({ id, slot, box, variant, highlight, isEntry, onNear, onFocus }: CellProps) {
  const { x, y, w, h } = box
  if (slot.kind === 'empty')
    return <rect {...{ x, y }} width={w} height={h} rx="2" className="fill-none stroke-line" strokeDasharray="1 3" />
  return (
    <Link
      to={placeOf(slot)}
      data-slot={id}
      tabIndex={isEntry ? 0 : -1}
      aria-label={describe(slot, highlight)}
      className="group outline-none"
      onPointerEnter={onNear}
      onFocus={onFocus}
    >
      <rect
        {...{ x, y }}
        width={w}
        height={h}
        rx="2"
        strokeDasharray={slot.kind === 'waiting' ? '3 2' : undefined}
        className={cx(
          'transition-colors group-hover:stroke-accent group-focus-visible:stroke-focus group-focus-visible:stroke-2',
          slot.kind === 'waiting' ? 'fill-page stroke-line-strong' : 'fill-hover stroke-line',
        )}
      />
      {slot.kind === 'switch' ? (
        <Ports box={box} />
      ) : (
        <>
          {slot.kind === 'sled' && <Load slot={slot} box={box} variant={variant} highlight={highlight} />}
          {variant === 'elevation' && (
            // truncated by CSS only: the accessible name must contain the whole text
            <foreignObject x={x + 10} y={y} width={textWidth(box) - 16} height={h} className="pointer-events-none">
              <span className="block truncate font-mono text-[10px] leading-6 text-muted">
                {slot.sled.baseboard.serial}
              </span>
            </foreignObject>
          )}
        </>
      )}
    </Link>
  )
}

const fills = {
  success: 'fill-success-fill',
  notice: 'fill-notice-fill',
  danger: 'fill-danger-fill',
  neutral: 'fill-control',
}
/** The width of a serial number. A wide sled has room for a long one. */
const textWidth = ({ w }: Box) => Math.max(72, Math.min(w * 0.4, 140))

interface LoadProps {
  slot: Extract<Slot, { kind: 'sled' }>
  box: Box
  variant: Variant
  highlight: Highlight | undefined
}

/** Threads first, memory second. The highlighted part is drawn over the rest, which fades. */
function Load({ slot: { sled, load }, box, variant, highlight }: LoadProps) {
  const { tone } = stateOf(sled, load)
  const all = shareOf(sled, load, load)
  const own = highlight === undefined ? undefined : shareOf(sled, load, highlightedPart(load, highlight))
  const { x, y, w, h } = box
  const lamp = variant === 'elevation' ? { x, y, width: 3, height: h } : { x, y: y + h - 3, width: w, height: 3 }
  return (
    <g className="pointer-events-none">
      <rect {...lamp} rx="1" className={fills[tone]} />
      {(['threads', 'memory'] as const).map((kind) => (
        <g key={kind}>
          <rect {...track(box, variant, kind, 1)} rx="1" className="fill-active" />
          <rect
            {...track(box, variant, kind, all[kind])}
            rx="1"
            className={cx(fills[tone], 'transition-opacity', own && 'opacity-25')}
          />
          {own && <rect {...track(box, variant, kind, own[kind])} rx="1" className="fill-accent-fill" />}
        </g>
      ))}
    </g>
  )
}

/** Bars grow to the right in the elevation and upwards in the strip. */
function track(box: Box, variant: Variant, kind: keyof Share, share: number) {
  const { x, y, w, h } = box
  // a sled that runs anything at all shows it
  const filled = (room: number) => (share > 0 ? Math.max(1.5, room * share) : 0)
  if (variant === 'elevation') {
    const text = textWidth(box)
    const room = w - text - 8
    return { x: x + text, y: y + (kind === 'threads' ? 6 : 13), width: filled(room), height: 5 }
  }
  const room = h - 10
  const height = filled(room)
  return { x: x + (kind === 'threads' ? 4 : 11), y: y + 4 + room - height, width: 5, height }
}

/** A row of ports, so that a switch does not look like an idle sled. */
function Ports({ box: { x, y, w, h } }: { box: Box }) {
  const isWide = w > h
  const count = Math.floor((isWide ? w : h) / 8) - 1
  return (
    <g className="pointer-events-none fill-control">
      {Array.from({ length: count }, (_, n) =>
        isWide ? (
          <rect key={n} x={x + 8 + n * 8} y={y + h / 2 - 1.5} width="4" height="3" rx="0.5" />
        ) : (
          <rect key={n} x={x + w / 2 - 1.5} y={y + 8 + n * 8} width="3" height="4" rx="0.5" />
        ),
      )}
    </g>
  )
}
