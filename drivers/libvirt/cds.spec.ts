// CDs on real machines: one start boots from a CD, and its resets and the next start boot from the disk.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import type { MachineCd } from '../machines.ts'
import { CD_GREETING, guestCd, writeCd } from './testing/cd.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

describe('the CD drive', needing('machines'), () => {
  let hosts: TestHosts
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterAll(() => hosts.remove())

  async function walking(bytes: Uint8Array, work: (walk: Walkthrough, cd: MachineCd) => Promise<void>) {
    const walk = new Walkthrough(await hosts.open())
    const { blocks } = walk.under
    await writeCd(blocks, 'cd', bytes)
    try {
      await work(walk, { id: 'cd', location: blocks.locate('cd', 'sled-1'), boot: true })
    } finally {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
  }

  test('one start boots from it, but not the resets of its guest, nor the next start', () =>
    walking(guestCd(), async (walk, cd) => {
      const spec = await walk.booted(specOf('db1', { cd }))
      expect(await walk.text(spec)).toContain(CD_GREETING)
      await walk.type(spec, 'reboot\r')
      await walk.until(
        'a boot from the disk',
        async () => (await walk.text(spec)).includes('The test guest') || undefined,
      )
      // another CD, and none
      await walk.driver.changeCd(spec, undefined)
      await walk.driver.changeCd(spec, { id: cd.id, location: cd.location })
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      const next = await walk.booted({ ...spec, generation: 2, cd: { ...cd, boot: false } })
      expect(await walk.text(next)).not.toContain(CD_GREETING)
    }))
})
