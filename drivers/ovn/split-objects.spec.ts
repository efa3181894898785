import { expect, test } from 'vitest'
import { splitObjects } from './split-objects.ts'

const values = [{ a: 1 }, { text: '}{ "quoted" \\', deep: { er: [{}, { '{': '}' }] } }, { id: null, 'ü\u2028': '\\"' }]

test.each([1, 2, 3, 7, 1000])('objects in pieces of %i characters', (size) => {
  const stream = values.map((value) => JSON.stringify(value)).join('')
  const found: unknown[] = []
  const take = splitObjects(
    (value) => found.push(value),
    () => expect.unreachable(),
  )
  for (let at = 0; at < stream.length; at += size) take(stream.slice(at, at + size))
  expect(found).toEqual(values)
})

test('what is no JSON is reported', () => {
  let broken = 0
  splitObjects(
    () => expect.unreachable(),
    () => (broken += 1),
  )('{nonsense}')
  expect(broken).toBe(1)
})
