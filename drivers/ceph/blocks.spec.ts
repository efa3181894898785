// The store on a real Ceph of one node.
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { blocksCases } from '../blocks.cases.ts'
import type { Clock } from '../clock.ts'
import { openFileBlocks } from '../files/blocks.ts'
import { type Moved, moveVolumes } from '../move-volumes.ts'
import { openCephBlocks } from './blocks.ts'
import { CEPH_AGENT, makeCephFence } from './fence.ts'
import { claimPool } from './mark.ts'
import { startTestCluster, type TestCluster } from './testing/cluster.ts'
import { type CephPool, makeTools } from './tools.ts'

const MEBIBYTE = 1024 * 1024
/** Ceph takes some seconds to notice. */
const LOOKING = { timeout: 90_000, interval: 500 }
const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
}

describe('on Ceph', needing('ceph'), () => {
  let cluster: TestCluster
  let pool: CephPool
  beforeAll(async () => {
    cluster = await startTestCluster()
    pool = await cluster.pool()
  })
  afterAll(() => cluster.remove())

  const names = async () => ((await makeTools(pool).rbd(['ls', pool.pool])) ?? '').trim().split('\n')

  const open = async (isShared = false) => {
    const folder = await mkdtemp(join(tmpdir(), 'rw-ceph-blocks-'))
    const store = await openCephBlocks({ pool, folder, clock, isShared })
    return {
      store,
      folder,
      async end() {
        await cluster.empty(pool)
        await rm(folder, { recursive: true })
      },
    }
  }

  blocksCases('Ceph', open)

  test('what was written and not yet imported is there after a restart, without the part that was cut off', async () => {
    const { store, folder, end } = await open()
    await store.create('a', MEBIBYTE)
    await store.write('a', 1000, Uint8Array.of(1, 2, 3))
    await store.close()
    const [file] = await readdir(join(folder, 'staging'))
    await appendFile(join(folder, 'staging', file!), Uint8Array.of(0x77, 5, 0, 0))
    const again = await openCephBlocks({ pool, folder, clock })
    expect(await again.read('a', 999, 5)).toEqual(Uint8Array.of(0, 1, 2, 3, 0))
    expect(await readdir(join(folder, 'staging'))).toEqual([])
    await again.close()
    await end()
  })

  test('where servers share a pool, what one has written the other reads', async () => {
    const [one, other] = [await open(true), await open(true)]
    await one.store.create('a', MEBIBYTE)
    await one.store.write('a', 70_001, Uint8Array.of(1, 2, 3))
    expect(await other.store.read('a', 70_000, 5)).toEqual(Uint8Array.of(0, 1, 2, 3, 0))
    await one.store.close()
    await other.store.close()
    await one.end()
    await rm(other.folder, { recursive: true })
  })

  test('a clone whose source is removed gets bytes of its own, and then the source is gone', async () => {
    const { store, end } = await open()
    await store.create('a', MEBIBYTE)
    await store.write('a', 0, Uint8Array.of(1, 2, 3))
    await store.clone('a', 'b', MEBIBYTE)
    await store.clone('b', 'c', MEBIBYTE)
    await store.remove('a')
    await store.remove('b')
    expect(await store.list()).toEqual([{ id: 'c', size: MEBIBYTE }])
    await expect.poll(names, { timeout: 60_000, interval: 500 }).toEqual(['c'])
    expect(await store.read('c', 0, 3)).toEqual(Uint8Array.of(1, 2, 3))
    await store.close()
    await end()
  })

  test('says that Ceph is away, and goes on when it is back', async () => {
    const { store, end } = await open()
    expect(await store.problems!()).toEqual([])
    cluster.pause()
    const created = store.create('a', MEBIBYTE)
    await expect.poll(() => store.problems!(), LOOKING).toMatchObject([{ kind: 'down', isError: true }])
    cluster.resume()
    await created.catch((error: unknown) => expect(error).toMatchObject({ code: 'host' }))
    await store.create('a', MEBIBYTE)
    expect(await store.list()).toEqual([{ id: 'a', size: MEBIBYTE }])
    await expect.poll(() => store.problems!(), LOOKING).toEqual([])
    await store.close()
    await end()
  })

  test('a full Ceph refuses what is written, until it has space again', async () => {
    const { store, end } = await open()
    await store.create('a', MEBIBYTE)
    const kinds = async () => (await store.problems!()).map(({ kind, isError }) => isError && kind)
    await cluster.setFull(true)
    await expect.poll(kinds, LOOKING).toContain('full')
    expect((await store.space!()).free).toBe(0)
    await store.write('a', 0, Uint8Array.of(1))
    await expect(store.flush('a')).rejects.toMatchObject({ name: 'BlockError', code: 'full' })
    await cluster.setFull(false)
    await expect.poll(kinds, LOOKING).toEqual([])
    await store.flush('a')
    expect(await store.read('a', 0, 1)).toEqual(Uint8Array.of(1))
    await store.close()
    await end()
  })

  test('volumes move here from files, and go on where they were interrupted', async () => {
    const { store, folder, end } = await open()
    const files = await openFileBlocks(join(folder, 'files'))
    for (const id of ['a', 'b']) {
      await files.create(id, 2 * MEBIBYTE)
      await files.write(id, MEBIBYTE + 7, Uint8Array.of(1, 2, 3))
    }
    let moved: Moved = {}
    const move = (isKilled: boolean) =>
      moveVolumes({
        from: files,
        to: store,
        moved,
        async note(now) {
          moved = now
          if (isKilled) throw new Error('killed')
        },
        say: () => undefined,
      })
    await expect(move(true)).rejects.toThrow('killed')
    const versionOfA = await store.version('a')
    await move(false)
    expect(await store.version('a')).toBe(versionOfA)
    for (const id of ['a', 'b']) expect(await store.digest(id, 2 * MEBIBYTE)).toBe(await files.digest(id, 2 * MEBIBYTE))
    await files.close()
    await store.close()
    await end()
  })

  test('a pool belongs to one installation, or to the copy that says what it is a copy of', async () => {
    await claimPool(pool, 'one')
    await claimPool(pool, 'one')
    await expect(claimPool(pool, 'other')).rejects.toMatchObject({ code: 'refused' })
    await claimPool(pool, 'other', 'one')
    await expect(claimPool(pool, 'one')).rejects.toThrow('belong to another installation')
    await cluster.empty(pool)
  })

  test('tells the space of the pool, and what is wrong in words without secrets', async () => {
    const { store, folder, end } = await open()
    const { free, total } = await store.space!()
    expect(free).toBeGreaterThan(0)
    expect(total).toBeGreaterThanOrEqual(free)
    const stranger = await openCephBlocks({ pool: { ...pool, user: 'nobody' }, folder: join(folder, 'x'), clock })
    const refused = await stranger.list().catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'DriverError', code: 'host' })
    expect(String(refused)).not.toMatch(new RegExp(`${await store.key!()}|keyring|/tmp`))
    await stranger.close()
    await store.close()
    await end()
  })

  test('a host that is fenced goes on writing, and nothing of it arrives', async () => {
    const { store, end } = await open()
    await store.create('a', MEBIBYTE)
    // here everybody has one address, so the server is left out of what is protected
    const ip = '127.0.0.1'
    const place = `${pool.pool}/a`
    const write = (total: string) =>
      makeTools(pool).rbd(['bench', '--io-type', 'write', '--io-size', '4K', '--io-total', total, place])
    await write('4K')
    const before = await store.version('a')
    const addressTowards = async () => ip
    const hosts = { sleds: () => ['lost'], addresses: async () => [ip], addressTowards }
    const fence = makeCephFence({ tools: makeTools(pool), hosts, clock, serverAddresses: async () => [] })
    const call = { sled_id: 'lost', agent: CEPH_AGENT, options: [`ip=${ip}`] }
    await cluster.letFence(pool)
    await fence.check!(call)
    expect(await fence.isOn(call)).toBe(true)
    await fence.off(call)
    expect(await fence.isOn(call)).toBe(false)
    await expect(write('8K')).rejects.toThrow()
    await fence.release!(call, new AbortController().signal)
    expect(await fence.isOn(call)).toBe(true)
    expect(await store.version('a')).toBe(before)
    await write('4K')
    await store.close()
    await end()
  })
})
