// Copies of two disks that a guest counts on are of one moment, with real libvirt and QEMU, also after a failure in between.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const MEBIBYTE = 1024 * 1024
const COUNTER = 64 * 512

describe('copies of several disks', needing('machines'), () => {
  let hosts: TestHosts
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterAll(() => hosts.remove())

  test('are of one moment', { timeout: 900_000 }, async () => {
    const walk = new Walkthrough(await hosts.open())
    const { blocks } = walk.under
    try {
      const spec = specOf('db1')
      const [boot] = spec.disks
      const { size } = boot!
      for (const id of ['disk-of-db1', 'data']) {
        await blocks.create(id, size)
        // so that copying one disk takes a while, in which the guest counts on
        const filler = crypto.getRandomValues(new Uint8Array(65_536))
        for (let at = MEBIBYTE; at < 65 * MEBIBYTE; at += filler.length) await blocks.write(id, at, filler)
      }
      const data = { ...boot!, id: 'data', location: blocks.locate('data', spec.sled_id), boot: false }
      await walk.booted({ ...spec, disks: [boot!, data] })
      await walk.type(spec, 'both\r')
      const counter = async (volume: string) => {
        const bytes = await blocks.read(volume, COUNTER, 4)
        return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
      }
      await walk.until('the guest to count', async () => ((await counter('data')) > 0 ? true : undefined))
      const copies = [
        { disk_id: 'disk-of-db1', to: { id: 'copy-of-boot', size } },
        { disk_id: 'data', to: { id: 'copy-of-data', size } },
      ]
      for (let round = 0; round < 3; round++) {
        await walk.driver.copyDisks(spec, copies)
        const [first, second] = [await counter('copy-of-boot'), await counter('copy-of-data')]
        expect(first).toBeGreaterThan(0)
        // the guest counts on the first disk first
        expect([0, 1]).toContain(first - second)
        expect(await counter('data')).toBeGreaterThan(second)
        expect((await blocks.list()).map(({ id }) => id).sort()).toEqual([
          'copy-of-boot',
          'copy-of-data',
          'data',
          'disk-of-db1',
        ])
        // a server that was killed may have left only one of them, which is of an earlier moment
        await blocks.remove(round === 0 ? 'copy-of-boot' : 'copy-of-data')
      }
    } finally {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
  })
})
