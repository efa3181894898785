// Blocks against the plain rule: the first and the last mebibyte of everything printed.
import { array, assert, asyncProperty, integer } from 'fast-check'
import { expect, test } from 'vitest'
import {
  appended,
  BLOCK_BYTES,
  blockAt,
  forgottenBlocks,
  gapOf,
  joined,
  readableSpan,
  sliceOf,
} from './output-blocks.ts'

const MEBIBYTE = 2 ** 20

/** Bytes that tell where they are from, as many as all pieces together can have. */
const PRINTED = new Uint8Array(18 * MEBIBYTE)
for (let n = 0; n < PRINTED.length; n++) PRINTED[n] = n ^ (n >> 8) ^ (n >> 16)
const bytesAt = (from: number, length: number) => PRINTED.slice(from, from + length)

test('what is kept reads as it was printed, whatever the pieces', async () => {
  const pieces = array(
    integer({ min: 1, max: 3 * MEBIBYTE }).map((n) => (n % 5 === 0 ? n : (n % 40_000) + 1)),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  const property = asyncProperty(pieces, integer({ min: 0, max: 6 * MEBIBYTE }), async (lengths, from) => {
    const kept = new Map<number, Uint8Array>()
    let total = 0
    for (const length of lengths) {
      const last = kept.get(blockAt(total))
      for (const { number, bytes } of appended(total, last, bytesAt(total, length))) kept.set(number, bytes)
      total += length
      const forgotten = forgottenBlocks(total)
      for (let number = forgotten.from; number < forgotten.to; number++) kept.delete(number)
    }
    expect(kept.size).toBeLessThanOrEqual((2 * MEBIBYTE) / BLOCK_BYTES + 1)
    const blocks = [...kept].map(([number, bytes]) => ({ number, bytes }))
    const span = readableSpan(total, from, 50_000)
    const gap = gapOf(total)
    expect(span.from).toBe(from >= gap.from && from < gap.to ? gap.to : Math.min(from, total))
    const expected = bytesAt(span.from, span.to - span.from)
    expect(Buffer.compare(sliceOf(blocks, span)!, expected)).toBe(0)
    if (gap.to > gap.from + 3 * BLOCK_BYTES) expect(sliceOf(blocks, { from: gap.from, to: gap.to })).toBeUndefined()
  })
  await assert(property, { numRuns: 60 })
})

test('the gap is what is neither in the first nor in the last mebibyte', () => {
  expect(gapOf(100)).toEqual({ from: 100, to: 100 })
  expect(gapOf(2 * MEBIBYTE)).toEqual({ from: MEBIBYTE, to: MEBIBYTE })
  expect(gapOf(5 * MEBIBYTE)).toEqual({ from: MEBIBYTE, to: 4 * MEBIBYTE })
  expect(readableSpan(5 * MEBIBYTE, 2 * MEBIBYTE, 10)).toEqual({
    from: 4 * MEBIBYTE,
    to: 4 * MEBIBYTE + 10,
    skipped: 2 * MEBIBYTE,
  })
  // nothing is forgotten yet, so nothing ends at the first mebibyte
  expect(readableSpan(1.5 * MEBIBYTE, MEBIBYTE - 10, 100)).toEqual({
    from: MEBIBYTE - 10,
    to: MEBIBYTE + 90,
    skipped: 0,
  })
  expect(readableSpan(5 * MEBIBYTE, MEBIBYTE - 10, 100)).toMatchObject({ to: MEBIBYTE })
  expect(joined([Uint8Array.of(1), Uint8Array.of(2, 3)])).toEqual(Uint8Array.of(1, 2, 3))
})
