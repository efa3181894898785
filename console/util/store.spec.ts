import { expect, test } from 'vitest'
import { makeStore } from './store.ts'

test('tells its listeners about a change, and only about a change', () => {
  const store = makeStore(1)
  const seen: number[] = []
  const stop = store.subscribe(() => seen.push(store.get()))
  store.set(2)
  store.set(2)
  stop()
  store.set(3)
  expect(seen).toEqual([2])
  expect(store.get()).toBe(3)
})

test('a listener may leave while the others are told', () => {
  const store = makeStore(1)
  const seen: string[] = []
  const stop = store.subscribe(() => {
    seen.push('first')
    stop()
  })
  store.subscribe(() => seen.push('second'))
  store.set(2)
  store.set(3)
  expect(seen).toEqual(['first', 'second', 'second'])
})

test('is connected while it has listeners', () => {
  const log: string[] = []
  const store = makeStore(1, () => {
    log.push('connected')
    return () => log.push('disconnected')
  })
  expect(store.hasListeners()).toBe(false)
  const [stopOne, stopOther] = [store.subscribe(() => undefined), store.subscribe(() => undefined)]
  stopOne()
  stopOne()
  expect(store.hasListeners()).toBe(true)
  expect(log).toEqual(['connected'])
  stopOther()
  expect(store.hasListeners()).toBe(false)
  store.subscribe(() => undefined)
  expect(log).toEqual(['connected', 'disconnected', 'connected'])
})
