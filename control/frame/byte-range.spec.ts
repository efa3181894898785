import { expect, test } from 'vitest'
import { clipped, wantedSpan } from './byte-range.ts'

const wanted = (range: string, size = 10, more: Record<string, string> = {}) =>
  wantedSpan(new Headers({ range, ...more }), size, '"x"')

test.each([
  ['bytes=0-', { start: 0, end: 10 }],
  ['bytes=4-', { start: 4, end: 10 }],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=4-6', { start: 4, end: 7 }],
  ['bytes=4-99', { start: 4, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-99', { start: 0, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=99-100', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=6-4', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=-', undefined],
  ['items=0-1', undefined],
  ['', undefined],
])('%s of ten bytes', (range, expected) => {
  expect(wanted(range)).toEqual(expected)
})

test('If-Range with another tag or a date returns everything', () => {
  expect(wanted('bytes=4-', 10, { 'if-range': '"x"' })).toEqual({ start: 4, end: 10 })
  expect(wanted('bytes=4-', 10, { 'if-range': '"y"' })).toBeUndefined()
  expect(wanted('bytes=4-', 10, { 'if-range': 'Sat, 01 Mar 2025 00:00:00 GMT' })).toBeUndefined()
})

test('no range of an empty file is satisfiable', () => {
  expect(wanted('bytes=0-', 0)).toBe('unsatisfiable')
  expect(wanted('bytes=-1', 0)).toBe('unsatisfiable')
})

async function* pieces() {
  for (const text of ['abc', 'def', 'ghi']) yield new TextEncoder().encode(text)
}

const clip = async (start: number, end: number) => {
  let text = ''
  for await (const piece of clipped(pieces(), { start, end })) text += new TextDecoder().decode(piece)
  return text
}

test('clips chunks to the span, across chunk boundaries', async () => {
  expect(await clip(0, 9)).toBe('abcdefghi')
  expect(await clip(2, 7)).toBe('cdefg')
  expect(await clip(3, 6)).toBe('def')
  expect(await clip(8, 9)).toBe('i')
})
