import { expect, test } from 'vitest'
import { highlightsOf } from './rack-highlights.ts'
import { highlightedPart, layoutOf, shareOf, shelvesOf, step, type Hardware } from './rack-layout.ts'
import { notInService, type Sled } from '../sled/sled-queries.ts'

const board = (serial: string) => ({ part: 'P', serial, revision: 1 })
const sled = (n: number) =>
  ({ id: `s${n}`, baseboard: board(`SIM${n}`), usableHardwareThreads: 100, usablePhysicalRam: 1000 }) as unknown as Sled
const many = (length: number) => Array.from({ length }, (_, n) => sled(n + 1))
const nothing: Hardware = { sleds: [], loads: [], waiting: [], switches: [] }
const switches = ['b', 'a'].map((serial) => ({
  id: serial,
  baseboard: board(serial),
})) as unknown as Hardware['switches']
const waitingAt = (cubby: number) => ({ baseboard: board('W'), cubby, rackId: '' })
const load = (projects: [string, string, number][]) => ({
  id: 's1',
  instances: 0,
  cpus: 0,
  usableCpus: 100,
  memory: 0,
  unreachable: null,
  timeClosed: null,
  host: null,
  architectures: null,
  space: null,
  projects: projects.map(([siloName, projectName, cpus]) => ({
    siloName,
    projectName,
    cpus,
    memory: cpus,
    instances: 1,
  })),
})

test('a full rack has sixteen rows of two, with the switches in the middle', () => {
  const rows = layoutOf({ ...nothing, sleds: many(32).toReversed(), switches })
  expect(rows).toHaveLength(18)
  expect(rows.slice(8, 10).map(([slot]) => slot)).toMatchObject([
    { kind: 'switch', device: { id: 'a' } },
    { kind: 'switch', device: { id: 'b' } },
  ])
  expect(rows[0]).toMatchObject([{ sled: { id: 's1' } }, { sled: { id: 's2' } }])
  expect(rows[5]![0]).toMatchObject({ sled: { id: 's11' } })
})

/** Measures the shelves, which together have all rows. */
function shelfLengths(sleds: number, devices = switches): number[] {
  const rows = layoutOf({ ...nothing, sleds: many(sleds), switches: devices })
  const shelves = shelvesOf(rows)
  expect(shelves.flat()).toEqual(rows)
  return shelves.map(({ length }) => length)
}

test('a strip has two shelves that fit next to each other, and more for a larger rack', () => {
  expect(shelfLengths(32)).toEqual([9, 9])
  expect(shelfLengths(32, [])).toEqual([8, 8])
  expect(shelfLengths(36)).toEqual([10, 10])
  expect(shelfLengths(37)).toEqual([6, 6, 6, 3])
})

test('a waiting sled is at its cubby or in the first free slot, and a full rack grows', () => {
  expect(layoutOf({ ...nothing, sleds: many(3), waiting: [waitingAt(1)] })[1]).toMatchObject([
    { kind: 'sled' },
    { kind: 'waiting' },
  ])
  expect(layoutOf({ ...nothing, sleds: many(3), waiting: [waitingAt(6)] })[3]).toMatchObject([
    { kind: 'waiting' },
    { kind: 'empty' },
  ])
  // a taken cubby does not reverse their order
  const order = layoutOf({ ...nothing, sleds: many(3), waiting: [waitingAt(3), waitingAt(2)] }).flat()
  expect(order.slice(3, 5)).toMatchObject([{ sled: { cubby: 2 } }, { sled: { cubby: 3 } }])
  const rows = layoutOf({ ...nothing, sleds: many(33), waiting: [waitingAt(900)] })
  expect(rows).toHaveLength(17)
  expect(rows.flat().filter(({ kind }) => kind === 'empty')).toHaveLength(0)
})

test('a sled that was just added no longer waits, even if the list of waiting ones is older', () => {
  const added = { ...waitingAt(1), baseboard: board('SIM2') }
  expect(notInService([waitingAt(0), added], many(2))).toEqual([waitingAt(0)])
})

test('arrow keys go around the rack and stay inside it', () => {
  const rows = layoutOf({ ...nothing, sleds: many(3), switches })
  expect(step(rows, [0, 0], 'ArrowRight')).toEqual([0, 1])
  expect(step(rows, [0, 1], 'ArrowRight')).toEqual([1, 0])
  expect(step(rows, [0, 1], 'ArrowDown')).toEqual([8, 0])
  expect(step(rows, [9, 0], 'ArrowUp')).toEqual([8, 0])
  expect(step(rows, [9, 0], 'ArrowDown')).toEqual([9, 0])
  expect(step(rows, [0, 0], 'ArrowUp')).toEqual([0, 0])
  expect(step(rows, [0, 0], 'End')).toEqual([9, 0])
})

test('the load is a share of the sled, and a highlight a share of the load', () => {
  const one = load([
    ['acme', 'web', 30],
    ['acme', 'api', 20],
    ['zeta', 'web', 1],
  ])
  expect(shareOf(sled(1), undefined, { cpus: 50, memory: 2000 })).toEqual({ threads: 0.5, memory: 1 })
  expect(shareOf(sled(1), { usableCpus: 400 }, { cpus: 50, memory: 2000 })).toEqual({ threads: 0.125, memory: 1 })
  expect(highlightsOf([one])).toEqual(['acme', 'acme/api', 'acme/web', 'zeta', 'zeta/web'])
  expect(highlightedPart(one, 'acme')).toMatchObject({ cpus: 50, instances: 2 })
  expect(highlightedPart(one, 'acme/api')).toMatchObject({ cpus: 20, instances: 1 })
  expect(highlightedPart(undefined, 'acme')).toMatchObject({ cpus: 0, instances: 0 })
})
