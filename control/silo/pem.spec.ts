// PEM and DER at their limits: blocks, lengths, elements and depth.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { derProblem, MAX_DER_DEPTH, MAX_DER_ELEMENTS } from './der-bounds.ts'
import { BadPem, MAX_PEM_BLOCKS, MAX_PEM_LENGTH, readPem } from '#contract/pem.ts'

const block = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`

test('blocks come out in order with their bytes, and text around them is ignored', () => {
  const text = `subject=CN\n${block('CERTIFICATE', 'aGVs\nbG8=')}\nmore\n${block('EC PARAMETERS', 'AQI=')}`
  expect(readPem(text)).toEqual([
    { label: 'CERTIFICATE', der: new TextEncoder().encode('hello') },
    { label: 'EC PARAMETERS', der: Uint8Array.of(1, 2) },
  ])
  expect(readPem('no PEM here')).toEqual([])
})

test.each([
  ['-----BEGIN '.repeat(100), 'it is not PEM'],
  ['-----BEGIN A', 'it is not PEM'],
  ['-----BEGIN A-----AAAA', 'it is not PEM'],
  ['-----BEGIN A-----AAAA-----END B-----', 'it is not PEM'],
  ['-----BEGIN a-----AAAA-----END a-----', 'it is not PEM'],
  [`-----BEGIN ${'A'.repeat(65)}-----AAAA`, 'it is not PEM'],
  [block('A', '%%%'), 'it is not PEM'],
  [block('A', 'AAAA').repeat(MAX_PEM_BLOCKS + 1), `it has more than ${MAX_PEM_BLOCKS} PEM blocks`],
  ['x'.repeat(MAX_PEM_LENGTH + 1), `it is longer than ${MAX_PEM_LENGTH} characters`],
])('%.40s is refused', (text, reason) => {
  expect(() => readPem(text)).toThrow(new BadPem(reason))
})

test('any text is either read or refused', () => {
  const parts = fc.constantFrom('-----BEGIN ', '-----END ', '-----', 'CERTIFICATE', 'AAAA', '\n', '=', ' ')
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), (all) => {
      try {
        expect(readPem(all.join('')).length).toBeLessThanOrEqual(MAX_PEM_BLOCKS)
      } catch (error) {
        expect(error).toBeInstanceOf(BadPem)
      }
    }),
  )
})

const sequence = (...inner: Uint8Array[]): Uint8Array => {
  const body = Buffer.concat(inner)
  const size = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Uint8Array.from([0x30, ...size, ...body])
}
const nested = (depth: number): Uint8Array => (depth === 0 ? Uint8Array.of(5, 0) : sequence(nested(depth - 1)))

const nulls = (count: number) => sequence(new Uint8Array(count * 2).map((_, at) => (at % 2 === 0 ? 5 : 0)))

test('DER is bounded in elements and depth', () => {
  expect(derProblem(nulls(MAX_DER_ELEMENTS - 1))).toBeUndefined()
  expect(derProblem(nulls(MAX_DER_ELEMENTS))).toBe(`it has more than ${MAX_DER_ELEMENTS} elements`)
  expect(derProblem(nested(MAX_DER_DEPTH))).toBeUndefined()
  expect(derProblem(nested(MAX_DER_DEPTH + 1))).toBe(`it nests deeper than ${MAX_DER_DEPTH}`)
  for (const wrong of [[], [0x30], [0x30, 5, 1], [0x30, 0x80, 0, 0], [0x1f, 0x81, 0], [0x30, 0x84, 255, 255, 255, 255]])
    expect(derProblem(Uint8Array.from(wrong)), String(wrong)).toMatch(/^it is (not DER|empty)$/)
})

test('any bytes are scanned to the end', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void derProblem(bytes)))
})
