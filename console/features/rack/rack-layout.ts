// The layout of a drawn rack, and the load of each sled. Pure: the drawing only draws.
import type { Model } from '#contract/client.ts'
import { usableCpus } from '../sled/sled-names.ts'
import type { Sled, SledLoad, WaitingSled } from '../sled/sled-queries.ts'

type Switch = Model<'Switch'>

export interface Hardware {
  sleds: readonly Sled[]
  /** undefined if the host does not report them */
  loads: readonly SledLoad[] | undefined
  waiting: readonly WaitingSled[]
  switches: readonly Switch[]
}

export type Slot =
  /** the load is undefined if the host does not report it */
  | { kind: 'sled'; sled: Sled; load: SledLoad | undefined }
  | { kind: 'waiting'; sled: WaitingSled }
  | { kind: 'switch'; device: Switch }
  | { kind: 'empty' }

const COLUMNS = 2
/** A full rack has 32 sleds, two side by side. */
const MIN_ROWS = 16

const bySerial = new Intl.Collator('en', { numeric: true })
const sorted = <Row extends { baseboard: { serial: string } }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => bySerial.compare(a.baseboard.serial, b.baseboard.serial))

/**
 * Rows from top to bottom, with the switches across the middle. The API gives the cubby of waiting sleds only, so sleds in service come
 * first, in the order of their serial numbers, and a waiting sled is drawn at its cubby where that is free.
 */
export function layoutOf({ sleds, loads, waiting, switches }: Hardware): Slot[][] {
  const loadOf = new Map(loads?.map((load) => [load.id, load]))
  const count = Math.max(sleds.length + waiting.length, MIN_ROWS * COLUMNS)
  const slots = Array.from({ length: Math.ceil(count / COLUMNS) * COLUMNS }, (): Slot => ({ kind: 'empty' }))
  for (const [at, sled] of sorted(sleds).entries()) slots[at] = { kind: 'sled', sled, load: loadOf.get(sled.id) }
  for (const sled of waiting.toSorted((a, b) => a.cubby - b.cubby)) {
    const isFree = slots[sled.cubby]?.kind === 'empty'
    slots[isFree ? sled.cubby : slots.findIndex(({ kind }) => kind === 'empty')] = { kind: 'waiting', sled }
  }
  const rows = Array.from({ length: slots.length / COLUMNS }, (_, row) =>
    slots.slice(row * COLUMNS, (row + 1) * COLUMNS),
  )
  const devices = sorted(switches).map((device): Slot[] => [{ kind: 'switch', device }])
  return rows.toSpliced(Math.ceil(rows.length / 2), 0, ...devices)
}

/** A full rack with two switches has 18 rows; sleds that were just added can need more. */
const MAX_SHELF_ROWS = 10

/** The rows in an even number of parts of the same length, which a drawing can put side by side or below each other. */
export function shelvesOf(rows: readonly Slot[][]): Slot[][][] {
  const count = 2 * Math.ceil(rows.length / (2 * MAX_SHELF_ROWS))
  const length = Math.ceil(rows.length / count)
  return Array.from({ length: count }, (_, shelf) => rows.slice(shelf * length, (shelf + 1) * length))
}

export interface Share {
  threads: number
  memory: number
}

interface Amount {
  cpus: number
  memory: number
}

/** 0 to 1, of the sled's capacity. */
export const shareOf = (
  sled: Sled,
  load: Pick<SledLoad, 'usableCpus'> | undefined,
  { cpus, memory }: Amount = { cpus: 0, memory: 0 },
): Share => ({
  threads: part(cpus, usableCpus(sled, load)),
  memory: part(memory, sled.usablePhysicalRam),
})

const part = (used: number, all: number) => (all > 0 ? Math.min(1, used / all) : 0)

/** 'silo' or 'silo/project'. Names have no slashes. */
export type Highlight = string

export const highlightedPart = (load: SledLoad | undefined, highlight: Highlight): Amount & { instances: number } => {
  const [silo, project] = highlight.split('/')
  const own = (load?.projects ?? []).filter(
    ({ siloName, projectName }) => siloName === silo && (project === undefined || projectName === project),
  )
  const sum = (key: 'cpus' | 'memory' | 'instances') => own.reduce((all, each) => all + each[key], 0)
  return { cpus: sum('cpus'), memory: sum('memory'), instances: sum('instances') }
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'

/** The next slot with something in it, in the direction of the key; the same where there is none. */
export function step(rows: readonly (readonly Slot[])[], [row, column]: Position, key: Arrow): Position {
  const places = rows.flatMap((slots, r) =>
    slots.flatMap((slot, c): Position[] => (slot.kind === 'empty' ? [] : [[r, c]])),
  )
  const reading = (a: Position, b: Position) => a[0] - b[0] || a[1] - b[1]
  const inOrder = places.toSorted(reading)
  const at = inOrder.findIndex((place) => reading(place, [row, column]) === 0)
  // a switch is as wide as the rack, so both columns lead to it
  const sideOf = ([r, c]: Position) => (rows[r]?.length === 1 ? column : c)
  const inColumn = inOrder.filter((place) => sideOf(place) === column)
  const next = {
    ArrowRight: inOrder[at + 1],
    ArrowLeft: inOrder[at - 1],
    ArrowDown: inColumn.find(([r]) => r > row),
    ArrowUp: inColumn.findLast(([r]) => r < row),
    Home: inOrder[0],
    End: inOrder.at(-1),
  }[key]
  return next ?? [row, column]
}

export type Position = readonly [row: number, column: number]
