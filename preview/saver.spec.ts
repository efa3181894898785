// Changes are saved soon, together, and before somebody who waits goes on.
import { expect, test } from 'vitest'
import { testingClock } from '#drivers/testing-clock.ts'
import { makeSaver } from './saver.ts'

function start(save: () => Promise<void> = async () => undefined) {
  const clock = testingClock()
  const warnings: string[] = []
  let saves = 0
  const log = { info: () => undefined, warn: (text: string) => warnings.push(text), error: () => undefined }
  const saver = makeSaver(
    async () => {
      saves += 1
      await save()
    },
    clock,
    log,
  )
  return { clock, saver, warnings, saves: () => saves }
}

test('many changes at once are one save', async () => {
  const { clock, saver, saves } = start()
  for (let n = 0; n < 10; n++) saver.changed()
  expect(saves()).toBe(0)
  await clock.advance(2000)
  expect(saves()).toBe(1)
  await clock.advance(10_000)
  expect(saves()).toBe(1)
})

test('whoever waits does not wait for the clock, and what did not change is not saved', async () => {
  const { saver, saves } = start()
  await saver.flush()
  expect(saves()).toBe(0)
  saver.changed()
  await saver.flush()
  expect(saves()).toBe(1)
})

test('a change during a save is saved after it', async () => {
  const finishers: (() => void)[] = []
  const { saver, saves } = start(() => new Promise((resolve) => void finishers.push(resolve)))
  saver.changed()
  const first = saver.flush()
  await Promise.resolve()
  await Promise.resolve()
  saver.changed()
  const second = saver.flush()
  finishers[0]!()
  await first
  await Promise.resolve()
  await Promise.resolve()
  expect(saves()).toBe(2)
  finishers[1]!()
  await second
})

test('a refused storage is a warning', async () => {
  const { saver, warnings } = start(() => Promise.reject(new Error('full')))
  saver.changed()
  await saver.flush()
  expect(warnings).toEqual(['the preview could not be saved'])
})
