import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ring } from './ring.ts'

const HEAD = 7
const TAIL = 11

/** All that was ever written, and which of it a ring may have forgotten. */
function expected(all: number[], from: number, max_bytes: number) {
  const gap = { from: Math.min(HEAD, all.length), to: Math.max(Math.min(HEAD, all.length), all.length - TAIL) }
  const begin = from >= gap.from && from < gap.to ? gap.to : Math.min(from, all.length)
  const until = begin < gap.from && gap.from < gap.to ? gap.from : all.length
  const end = Math.min(until, begin + max_bytes)
  return { data: Uint8Array.from(all.slice(begin, end)), end, skipped: Math.max(0, begin - from) }
}

test('reads what was written, whatever the sizes of the pieces', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 12 })
  fc.assert(
    fc.property(pieces, fc.nat(140), fc.nat(40), (pieces, from, max_bytes) => {
      const ring = new Ring(HEAD, TAIL)
      const all: number[] = []
      for (const piece of pieces) {
        ring.append(piece)
        all.push(...piece)
        expect(ring.read(from, max_bytes)).toEqual(expected(all, from, max_bytes))
      }
      expect(ring.total).toBe(all.length)
    }),
    { numRuns: 500 },
  )
})

test('keeps both ends over a restart and goes on at the same offset', () => {
  const piece = fc.uint8Array({ maxLength: 60 })
  fc.assert(
    fc.property(piece, piece, fc.integer({ min: 1, max: 6 }), (before, after, limit) => {
      const ring = new Ring(HEAD, TAIL)
      ring.append(before)
      const restored = new Ring(HEAD, TAIL)
      restored.restore(ring.state(limit))
      expect(restored.read(0, limit)).toEqual(ring.read(0, limit))
      const recent = Math.max(0, before.length - limit)
      expect(restored.read(recent, limit)).toEqual(ring.read(recent, limit))
      restored.append(after)
      const all = [...before, ...after]
      expect(restored.total).toBe(all.length)
      const last = Math.max(before.length, all.length - TAIL)
      expect([...restored.read(last, 100).data]).toEqual(all.slice(last))
    }),
    { numRuns: 500 },
  )
})

test('a flood costs no more than both ends', () => {
  const ring = new Ring()
  const piece = new Uint8Array(64 * 1024).fill(121)
  for (let n = 0; n < 100; n++) ring.append(piece)
  expect(ring.gap).toEqual({ from: 1024 * 1024, to: 100 * 64 * 1024 - 1024 * 1024 })
})
