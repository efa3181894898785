// Which node the arrow keys move to. Pure.
import type { Layout, PlacedNode } from './map-layout.ts'

export const MOVE_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'] as const
export type MoveKey = (typeof MOVE_KEYS)[number]

/** The nodes that take the focus, from top to bottom and left to right. The internet opens nothing. */
export const focusable = ({ nodes }: Layout): PlacedNode[] =>
  nodes.filter(({ kind }) => kind !== 'internet').sort((a, b) => a.y - b.y || a.column - b.column)

/** Undefined at the edge of the map. */
export function nextNode(layout: Layout, id: string, key: MoveKey): string | undefined {
  const all = focusable(layout)
  const at = all.find((node) => node.id === id)
  if (!at) return all[0]?.id
  if (key === 'Home') return all[0]?.id
  if (key === 'End') return all.at(-1)?.id
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const column = all.filter((node) => node.column === at.column)
    return column[column.indexOf(at) + (key === 'ArrowDown' ? 1 : -1)]?.id
  }
  return sideways(layout, all, at, key === 'ArrowRight' ? 1 : -1)?.id
}

/** To a node that a line leads to, if there is one, or else to the nearest one in the next column. */
function sideways({ edges }: Layout, all: PlacedNode[], at: PlacedNode, step: 1 | -1): PlacedNode | undefined {
  const beyond = all.filter(({ column }) => (column - at.column) * step > 0)
  const linked = beyond.filter(({ id }) =>
    edges.some(({ from, to }) => (step === 1 ? from === at.id && to === id : from === id && to === at.id)),
  )
  const column = Math.min(...beyond.map((node) => (node.column - at.column) * step))
  const near = beyond.filter((node) => (node.column - at.column) * step === column)
  return (linked.length > 0 ? linked : near).sort((a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y))[0]
}
