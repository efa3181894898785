// Notes of the addresses of servers: of several, as they change, and for how long.
import { expect, test } from 'vitest'
import { testingClock } from '../testing-clock.ts'
import { makeServerNotes } from './server-notes.ts'

const DAY = 86_400_000

function makeMark() {
  const meta = new Map<string, string>([['rackwright.installation', 'an ID']])
  let writes = 0
  const rbd = async ([, verb, , key, value]: readonly string[]) => {
    if (verb === 'ls') return JSON.stringify(Object.fromEntries(meta))
    writes++
    if (verb === 'set') meta.set(key!, value!)
    else meta.delete(key!)
    return ''
  }
  return { meta, writes: () => writes, tools: { rbd, image: (name: string) => `pool/${name}` } }
}

test('every server finds the addresses of all, also those that one has gained since', async () => {
  const clock = testingClock()
  const { tools, writes } = makeMark()
  // their hosts may have the same name
  const [one, other] = [makeServerNotes(tools, clock), makeServerNotes(tools, clock)]
  await one.note(['127.0.0.1', '10.0.0.1'])
  await other.note(['127.0.0.1', '10.0.0.2'])
  const before = writes()
  await one.note(['127.0.0.1', '10.0.0.1', 'fd00::1'])
  expect(writes()).toBe(before + 1)
  expect((await other.addresses()).sort()).toEqual(['10.0.0.1', '10.0.0.2', '127.0.0.1', 'fd00::1'])
})

test('what no server has any more is forgotten after a week, and what one has is renewed', async () => {
  const clock = testingClock()
  const { tools, meta } = makeMark()
  const [one, other] = [makeServerNotes(tools, clock), makeServerNotes(tools, clock)]
  await one.note(['10.0.0.1'])
  await other.note(['10.0.0.2'])
  await clock.advance(6 * DAY)
  await other.note(['10.0.0.2'])
  expect((await other.addresses()).sort()).toEqual(['10.0.0.1', '10.0.0.2'])
  await clock.advance(DAY)
  expect(await other.addresses()).toEqual(['10.0.0.2'])
  await other.note(['10.0.0.2'])
  expect([...meta.keys()]).toEqual(['rackwright.installation', 'rackwright.server.10.0.0.2'])
})
