// Whoever waits too long for a turn leaves, and takes none from the others.
import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

const never = new AbortController().signal

test('one that waits gives up when its time is over, and the turn goes to the next', async () => {
  const taking = makeTurns(1)
  const done: string[] = []
  const held: (() => void)[] = []
  const first = taking(() => new Promise<void>((resolve) => held.push(resolve)), never)
  const impatient = new AbortController()
  const second = taking(async () => done.push('second'), impatient.signal)
  const third = taking(async () => done.push('third'), never)
  impatient.abort(new Error('too late'))
  await expect(second).rejects.toThrow('too late')
  await expect(taking(async () => done.push('never'), impatient.signal)).rejects.toThrow('too late')
  expect(done).toEqual([])
  held[0]!()
  await Promise.all([first, third])
  await taking(async () => done.push('fourth'), never)
  expect(done).toEqual(['third', 'fourth'])
})
