// A server that waits or stands still while another one moves the machine: it leaves alone what that one has put on the other host.
import { describe, expect, test } from 'vitest'
import { needing } from '../../../scripts/needs.mjs'
import type { Lease } from '../../lease.ts'
import { testingClock } from '../../testing-clock.ts'
import type { HostSet } from '../host-set.ts'
import type { Host } from '../host.ts'
import type { Domain } from '../reader.ts'
import { makeLibvirtMigrations } from './migrations.ts'

/** Two hosts, with a machine on the first one. What is done on the other one is noted. */
function twoHosts(overtakes: 'while it waits' | 'while it prepares') {
  const done: string[] = []
  const record = { id: 'a1', generation: 3, name: 'db1', state: 'running', move: undefined as string | undefined }
  const domain = () =>
    ({
      record: { ...record },
      condition: 'running (booted)',
      xml: '<source file="/one/a1-3/seed.iso"/>',
    }) as unknown as Domain
  const overtake = () => void (record.move = 'move-2')
  const noted = (what: string) => async () => void done.push(what)
  const from = {
    sled_id: 'sled-1',
    folder: '/one',
    find: async () => domain(),
    change: async (_id: string, work: (found: Domain) => Promise<unknown>) => work(domain()),
    write: async (_domain: Domain, changes: object) => void Object.assign(record, changes),
    access: {
      list: async () => [],
      async read() {
        if (overtakes === 'while it prepares') overtake()
        return { bytes: new Uint8Array(), inode: 1 }
      },
    },
    virsh: { run: async () => '<rackwright:machine id="a1"/>' },
  } as unknown as Host
  const to = {
    sled_id: 'sled-2',
    folder: '/other',
    see: async () => undefined,
    access: { removeFolder: noted('empty'), makeFolder: noted('make'), write: noted('write'), list: async () => [] },
  } as unknown as Host
  const lease: Lease = {
    isHeld: () => true,
    async alone(_what, work) {
      if (overtakes === 'while it waits') overtake()
      return work(new AbortController().signal)
    },
  }
  const migrations = makeLibvirtMigrations({
    hosts: { find: (id: string) => ({ host: id === 'sled-1' ? from : to }) } as unknown as HostSet,
    clock: testingClock(),
    lease,
    definitions: { openNetwork: async () => ({}), removeFiles: noted('remove') },
    mustSeeVolumes: async () => undefined,
    warn: () => undefined,
    closed: new AbortController().signal,
  })
  return { done, begin: () => migrations.begin({ id: 'a1', sled_id: 'sled-1' }, 'sled-2', 'move-1') }
}

describe('a move that another one has overtaken', needing('machines'), () => {
  test('while it waited touches nothing', async () => {
    const { done, begin } = twoHosts('while it waits')
    await expect(begin()).rejects.toMatchObject({ code: 'wrong_state' })
    expect(done).toEqual([])
  })

  test('while it prepared removes nothing that may be of the other one', async () => {
    const { done, begin } = twoHosts('while it prepares')
    await expect(begin()).rejects.toMatchObject({ code: 'wrong_state' })
    expect(done).toContain('write')
    expect(done).not.toContain('remove')
  })
})
