import { expect, test } from 'vitest'
import { makePool } from './body-budget.ts'

const pool = () => makePool({ bytes: 100, timeoutMs: 1000 })

test('shares are counted until they are released', () => {
  const { open, held } = pool()
  const [a, b] = [open(() => undefined), open(() => undefined)]
  expect(a.grow(30)).toBe(true)
  expect(a.grow(60)).toBe(true)
  expect(b.grow(40)).toBe(true)
  expect(held()).toBe(100)
  a.finish()
  expect(held()).toBe(100)
  a.release()
  a.release()
  expect(held()).toBe(40)
})

test('the oldest unfinished bodies are dropped for newer ones', () => {
  const { open, held } = pool()
  const dropped: string[] = []
  const add = (name: string, bytes: number) => {
    const share = open(() => {
      dropped.push(name)
      share.release()
    })
    return { ...share, isIn: share.grow(bytes) }
  }
  const finished = add('finished', 40)
  finished.finish()
  add('old', 30)
  add('new', 30)
  expect(dropped).toEqual([])
  expect(add('newest', 20).isIn).toBe(true)
  expect(dropped).toEqual(['old'])
  expect(held()).toBe(90)
  expect(add('larger than what is left', 61).isIn).toBe(false)
  expect(dropped).toEqual(['old', 'new', 'newest'])
  expect(held()).toBe(40)
})
