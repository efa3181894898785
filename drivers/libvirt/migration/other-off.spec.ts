// What virsh is asked for on the first host of a move once the other one is off.
import { expect, test } from 'vitest'
import { onlyServer } from '../../lease.ts'
import { testingClock } from '../../testing-clock.ts'
import type { HostSet } from '../host-set.ts'
import type { Host } from '../host.ts'
import type { Domain } from '../reader.ts'
import { makeLibvirtMigrations } from './migrations.ts'

/** A host that has one machine, and no other host. */
function firstHost(condition: string, { isCopying = false, isThere = true } = {}) {
  const ran: string[] = []
  const record = { id: 'a1', generation: 3, name: 'db1', state: 'running', move: 'move-1' }
  const domain = { record, condition } as unknown as Domain
  const host = {
    find: async () => domain,
    change: async (_id: string, work: (found: Domain | undefined) => Promise<unknown>) =>
      work(isThere ? domain : undefined),
    write: async (_domain: Domain, changes: object) => void Object.assign(record, changes),
    virsh: {
      async run(verb: string) {
        if (verb === 'domjobinfo') return isCopying ? 'Operation:         Outgoing migration' : ''
        ran.push(verb)
        return ''
      },
    },
  } as unknown as Host
  const migrations = makeLibvirtMigrations({
    hosts: {
      find: (sled_id: string) => (sled_id === 'sled-1' ? { host, architecture: 'x86_64' } : undefined),
    } as unknown as HostSet,
    clock: testingClock(),
    lease: onlyServer,
    definitions: { openNetwork: async () => ({}), removeFiles: async () => void ran.push('remove files') },
    mustSeeVolumes: async () => undefined,
    warn: () => undefined,
    closed: new AbortController().signal,
  })
  return { ran, look: () => migrations.find({ id: 'a1', sled_id: 'sled-1' }, 'sled-2', 'move-1', { isOtherOff: true }) }
}

test('a guest that waits for the switch is not resumed, because its disks may be newer than its memory', async () => {
  const { ran, look } = firstHost('paused (migrating)')
  expect(await look()).toMatchObject({ state: 'completed' })
  expect(ran).toEqual(['destroy', 'undefine', 'remove files'])
})

test('a guest whose copy is under way is asked to stay, and decided about once that has ended', async () => {
  const { ran, look } = firstHost('paused (migrating)', { isCopying: true })
  expect(await look()).toMatchObject({ state: 'running' })
  expect(ran).toEqual(['domjobabort'])
})

test('a guest that runs stays where it is', async () => {
  const { ran, look } = firstHost('running (booted)')
  expect(await look()).toMatchObject({ state: 'failed' })
  expect(await look()).toMatchObject({ state: 'failed' })
  expect(ran).toEqual([])
})

test('a guest that another server has moved away meanwhile has not stayed', async () => {
  const { look } = firstHost('running (booted)', { isThere: false })
  expect(await look()).toMatchObject({ state: 'running' })
})
