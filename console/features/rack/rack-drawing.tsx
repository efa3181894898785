// A rack as a drawing: one cell per sled, filled by its load and colored by its state, with the switches between them. "elevation" is the
// rack as seen from the front; "strip" is the same rack lying down, small enough to open a page with. On a narrow screen it is stacked.
import { useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type RefObject } from 'react'
import { cx } from '../../ui/display/cx.ts'
import { Cell, type Box, type Variant } from './rack-cell.tsx'
import { shelvesOf, step, type Arrow, type Highlight, type Position, type Slot } from './rack-layout.ts'

const sizes = {
  elevation: { w: 168, h: 24, gap: 4, device: 24, padding: 8 },
  strip: { w: 20, h: 34, gap: 4, device: 20, padding: 0 },
}

/** Where each slot is, and how large the whole is. An elevation fills the width it is given, if that is known and enough. */
function geometry(rows: readonly (readonly Slot[])[], variant: Variant, room = 0) {
  const { h, gap, device, padding } = sizes[variant]
  const w = Math.max(sizes[variant].w, (room - 2 * padding - gap) / 2)
  const isUpright = variant === 'elevation'
  const across = (isUpright ? w : h) * 2 + gap
  let along = padding
  const boxes = rows.map((slots) => {
    const isDevice = slots[0]?.kind === 'switch'
    const thick = isDevice ? device : isUpright ? h : w
    const start = along
    along += thick + gap
    return slots.map((_, column): Box => {
      const from = padding + column * ((isUpright ? w : h) + gap)
      const wide = isDevice ? across : isUpright ? w : h
      return isUpright ? { x: from, y: start, w: wide, h: thick } : { x: start, y: from, w: thick, h: wide }
    })
  })
  const length = along - gap + padding
  const breadth = across + 2 * padding
  return isUpright ? { boxes, width: breadth, height: length } : { boxes, width: length, height: breadth }
}

export interface RackDrawingProps {
  label: string
  rows: readonly Slot[][]
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
  const drawing = useRef<HTMLDivElement>(null)
  const [entry, setEntry] = useState<Position>()
  const [row, column] = entry && rows[entry[0]]?.[entry[1]] ? entry : step(rows, [-1, -1], 'Home')
  const isStrip = variant === 'strip'
  const shelves = isStrip ? shelvesOf(rows) : [rows]
  const length = shelves[0]?.length ?? 0
  const room = useWidth(drawing, !isStrip)
  // of the longest, so that all shelves have the same scale
  const { width, height } = geometry(shelves[0] ?? [], variant, room)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!arrows.includes(event.key)) return
    event.preventDefault()
    const key = event.key as Arrow
    const next = step(rows, [row, column], isStrip ? turned[key] : key)
    drawing.current?.querySelector<SVGElement>(`[data-slot="${next.join('-')}"]`)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble from its links
    <div
      ref={drawing}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls
      role="group"
      aria-label={label}
      className={cx('select-none', isStrip && stripClass)}
      style={{ '--shelf': `${width}px` } as CSSProperties}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onNear?.(undefined)}
    >
      {shelves.map((shelf, at) => (
        <svg key={at} viewBox={`0 0 ${width} ${height}`} className="block h-auto w-full overflow-visible">
          {!isStrip && (
            <rect
              {...{ x: 0.5, y: 0.5, rx: 6 }}
              width={width - 1}
              height={height - 1}
              className="fill-page stroke-line-strong"
            />
          )}
          {geometry(shelf, variant, room).boxes.map((boxes, inShelf) => {
            const r = at * length + inShelf
            return boxes.map((box, c) => {
              const slot = shelf[inShelf]![c]!
              return (
                <Cell
                  key={`${r}-${c}`}
                  id={`${r}-${c}`}
                  slot={slot}
                  box={box}
                  variant={variant}
                  highlight={highlight}
                  isEntry={r === row && c === column}
                  onNear={() => onNear?.(slot)}
                  onFocus={() => {
                    setEntry([r, c])
                    onNear?.(slot)
                  }}
                />
              )
            })
          })}
        </svg>
      ))}
    </div>
  )
}

/** In px, as it changes. 0 until it is known, or while it is of no use. */
function useWidth(element: RefObject<HTMLElement | null>, enabled: boolean): number {
  const [width, setWidth] = useState(0)
  // before the first paint, or the drawing would be seen to change its size
  useLayoutEffect(() => {
    const { current } = element
    if (!current || !enabled) return
    const measure = () => setWidth(current.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, enabled])
  return width
}

/** Shelves side by side at their own size or, on a narrow screen, below each other and large enough for a finger. */
const stripClass =
  'grid max-w-[calc(var(--shelf)*1.25+16px)] gap-x-1 gap-y-2 rounded-md border border-line-strong bg-page p-[7px] ' +
  'min-[520px]:max-w-[calc(var(--shelf)*2+20px)] min-[520px]:grid-cols-2 min-[520px]:gap-y-1'
