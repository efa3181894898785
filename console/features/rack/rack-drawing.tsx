// A rack as a drawing: one cell per sled, filled by its load and colored by its state, with the switches between them. "elevation" is the
// rack as seen from the front; "strip" is the same rack lying down, small enough to open a page with.
import { useRef, useState, type KeyboardEvent } from 'react'
import { Link } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/display/cx.ts'
import {
  highlightedPart,
  shareOf,
  step,
  type Arrow,
  type Highlight,
  type Position,
  type Share,
  type Slot,
} from './rack-layout.ts'
import { describe } from './rack-words.ts'
import { stateOf } from '../sled/sled-words.ts'

export type Variant = 'elevation' | 'strip'

interface Box {
  x: number
  y: number
  w: number
  h: number
}

const PADDING = 8
const sizes = {
  elevation: { w: 168, h: 24, gap: 4, device: 24 },
  strip: { w: 20, h: 34, gap: 4, device: 20 },
}

/** Where each slot is, and how large the whole is. */
function geometry(rows: readonly (readonly Slot[])[], variant: Variant) {
  const { w, h, gap, device } = sizes[variant]
  const isUpright = variant === 'elevation'
  const across = (isUpright ? w : h) * 2 + gap
  let along = PADDING
  const boxes = rows.map((slots) => {
    const isDevice = slots[0]?.kind === 'switch'
    const thick = isDevice ? device : isUpright ? h : w
    const start = along
    along += thick + gap
    return slots.map((_, column): Box => {
      const from = PADDING + column * ((isUpright ? w : h) + gap)
      const wide = isDevice ? across : isUpright ? w : h
      return isUpright ? { x: from, y: start, w: wide, h: thick } : { x: start, y: from, w: thick, h: wide }
    })
  })
  const length = along - gap + PADDING
  const breadth = across + 2 * PADDING
  return isUpright ? { boxes, width: breadth, height: length } : { boxes, width: length, height: breadth }
}

export interface RackDrawingProps {
  label: string
  rows: readonly (readonly Slot[])[]
  variant: Variant
  highlight?: Highlight | undefined
  /** the hovered or focused part; undefined for none */
  onNear?: (slot: Slot | undefined) => void
}

const arrows: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']
/** The strip is the rack turned by a quarter. */
const turned: Record<Arrow, Arrow> = {
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
  Home: 'Home',
  End: 'End',
}

export function RackDrawing({ label, rows, variant, highlight, onNear }: RackDrawingProps) {
  const drawing = useRef<SVGSVGElement>(null)
  const [entry, setEntry] = useState<Position>()
  const { boxes, width, height } = geometry(rows, variant)
  const [row, column] = entry && rows[entry[0]]?.[entry[1]] ? entry : step(rows, [-1, -1], 'Home')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!arrows.includes(event.key)) return
    event.preventDefault()
    const key = event.key as Arrow
    const next = step(rows, [row, column], variant === 'strip' ? turned[key] : key)
    drawing.current?.querySelector<SVGElement>(`[data-slot="${next.join('-')}"]`)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble from its links
    <svg
      ref={drawing}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no tag for it
      role="group"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className="block h-auto w-full select-none"
      // smaller, the cells of the strip would be too small for a finger
      style={{ maxWidth: width, ...(variant === 'strip' && { minWidth: width }) }}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onNear?.(undefined)}
    >
      <rect x="0.5" y="0.5" width={width - 1} height={height - 1} rx="6" className="fill-page stroke-line-strong" />
      {rows.map((slots, r) =>
        slots.map((slot, c) => (
          <Cell
            key={`${r}-${c}`}
            id={`${r}-${c}`}
            slot={slot}
            box={boxes[r]![c]!}
            variant={variant}
            highlight={highlight}
            isEntry={r === row && c === column}
            onNear={() => onNear?.(slot)}
            onFocus={() => {
              setEntry([r, c])
              onNear?.(slot)
            }}
          />
        )),
      )}
    </svg>
  )
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

function Cell({ id, slot, box, variant, highlight, isEntry, onNear, onFocus }: CellProps) {
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
            <foreignObject x={x + 10} y={y} width={TEXT_WIDTH - 16} height={h} className="pointer-events-none">
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

const fills = { success: 'fill-success-fill', notice: 'fill-notice-fill' }
const TEXT_WIDTH = 72

interface LoadProps {
  slot: Extract<Slot, { kind: 'sled' }>
  box: Box
  variant: Variant
  highlight: Highlight | undefined
}

/** Threads first, memory second. The highlighted part is drawn over the rest, which fades. */
function Load({ slot: { sled, load }, box, variant, highlight }: LoadProps) {
  const { tone } = stateOf(sled)
  const all = shareOf(sled, load)
  const own = highlight === undefined ? undefined : shareOf(sled, highlightedPart(load, highlight))
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
function track({ x, y, w, h }: Box, variant: Variant, kind: keyof Share, share: number) {
  // a sled that runs anything at all shows it
  const filled = (room: number) => (share > 0 ? Math.max(1.5, room * share) : 0)
  if (variant === 'elevation') {
    const room = w - TEXT_WIDTH - 8
    return { x: x + TEXT_WIDTH, y: y + (kind === 'threads' ? 6 : 13), width: filled(room), height: 5 }
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
