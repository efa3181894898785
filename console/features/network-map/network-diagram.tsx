// The map as a diagram. Nodes are real links over an SVG with the lines, so they open, wrap and read like any other link. One node
// is in the tab order; the arrow keys move between them.
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { InstanceState } from '#contract/instance-states.ts'
import { lamps } from '../../ui/display/badge.tsx'
import { cx } from '../../ui/display/cx.ts'
import { instanceTones } from '../instance/shared/instance-state-badge.tsx'
import { DiagramNode } from './diagram-node.tsx'
import { BANDS_X, layoutMap, NODE_HEIGHT, UNATTACHED, type Edge, type Layout, type PlacedNode } from './map-layout.ts'
import { focusable, MOVE_KEYS, nextNode, type MoveKey } from './map-moves.ts'
import { isExpanded } from './map-nodes.ts'
import { reachOf, type Reach } from './map-reach.ts'
import type { NetworkMap } from './network-map-queries.ts'

const HINT = 'Point at a resource to see what it can talk to. Arrow keys move between resources.'

export function NetworkDiagram({ project, map }: { project: string; map: NetworkMap }) {
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const layout = useMemo(() => layoutMap(map, project, choices), [map, project, choices])
  const [pointed, setPointed] = useState<string>()
  const [focused, setFocused] = useState<string>()
  const area = useRef<HTMLDivElement>(null)
  const reach = pointed === undefined ? undefined : reachOf(map, pointed)
  const all = focusable(layout)
  const current = all.some(({ id }) => id === focused) ? focused : all[0]?.id

  const move = (event: KeyboardEvent) => {
    const key = MOVE_KEYS.find((one) => one === event.key) as MoveKey | undefined
    if (!key || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = nextNode(layout, current ?? '', key)
    if (next) area.current?.querySelector<HTMLElement>(`[data-node="${next}"]`)?.focus()
  }
  const toggle = (subnetId: string) => {
    const count = map.interfaces.filter((nic) => nic.subnetId === subnetId && nic.primary).length
    setChoices(new Map(choices).set(subnetId, !isExpanded(map, subnetId, count, choices)))
  }
  return (
    <section aria-label="Diagram" className="rounded-md border border-line bg-raised">
      <div className="overflow-x-auto p-4">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble from the nodes, which are focusable */}
        <div ref={area} className="relative" style={{ width: layout.width, height: layout.height }} onKeyDown={move}>
          <Lines layout={layout} reach={reach} />
          {layout.nodes.map((node) => (
            <DiagramNode
              key={node.id}
              node={node}
              isReached={reach?.ids.has(node.id) ?? false}
              isCurrent={node.id === current}
              onPoint={setPointed}
              onFocus={setFocused}
              onToggle={toggle}
            />
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-2 text-sm text-muted">
        <output>{reach?.text ?? HINT}</output>
        <States map={map} />
      </div>
    </section>
  )
}

/** The legend, with how many instances are in each state. */
function States({ map: { instances } }: { map: NetworkMap }) {
  const counts = new Map<InstanceState, number>()
  for (const { runState } of instances) counts.set(runState, (counts.get(runState) ?? 0) + 1)
  if (counts.size === 0) return null
  return (
    <ul aria-label="Instance states" className="flex flex-wrap gap-x-4">
      {[...counts].map(([state, count]) => (
        <li key={state} className="flex items-center gap-1.5 tabular-nums">
          <span aria-hidden data-part="swatch" className={cx('size-2 rounded-[2px]', lamps[instanceTones[state]])} />
          {count} {state}
        </li>
      ))}
    </ul>
  )
}

/** Where a line meets the side of a node: level with its other end if the node is tall enough. */
const within = ({ y, height }: PlacedNode, wanted: number) =>
  Math.min(Math.max(wanted, y + NODE_HEIGHT / 2), y + height - NODE_HEIGHT / 2)

function Lines({ layout, reach }: { layout: Layout; reach: Reach | undefined }) {
  const places = new Map(layout.nodes.map((node) => [node.id, node]))
  const isLit = ({ from, to }: Edge) => reach !== undefined && reach.ids.has(from) && reach.ids.has(to)
  const path = ({ from, to }: Edge) => {
    const [a, b] = [places.get(from), places.get(to)]
    if (!a || !b) return ''
    const [x1, x2] = [a.x + a.width, b.x]
    const y1 = within(a, b.y + NODE_HEIGHT / 2)
    const y2 = within(b, y1)
    const bend = Math.max(16, (x2 - x1) / 2)
    return `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`
  }
  return (
    <svg aria-hidden width={layout.width} height={layout.height} className="absolute inset-0">
      {layout.bands.map(({ id, y, height }) => (
        <rect
          key={id}
          x={BANDS_X}
          y={y}
          width={layout.width - BANDS_X - 1}
          height={height}
          rx={6}
          className="fill-page stroke-line"
        />
      ))}
      {layout.bands
        .filter(({ id }) => id === UNATTACHED)
        .map(({ id, label, y }) => (
          <text key={id} x={BANDS_X + 14} y={y + 24} className="fill-muted text-xs">
            {label}
          </text>
        ))}
      {layout.edges.map((edge) => (
        <path
          key={`${edge.from} ${edge.to}`}
          d={path(edge)}
          fill="none"
          strokeWidth={isLit(edge) ? 2 : 1.25}
          className={cx(
            'transition-opacity',
            isLit(edge) ? 'stroke-accent-fill' : 'stroke-line-strong',
            reach && !isLit(edge) && 'opacity-30',
          )}
        />
      ))}
    </svg>
  )
}
