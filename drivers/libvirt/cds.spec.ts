// CDs on real machines: one start boots from a CD, and its resets and the next start boot from the disk. Debian's
// installer begins.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import type { MachineCd } from '../machines.ts'
import { CD_GREETING, guestCd, installerCd, writeCd } from './testing/cd.ts'
import { OWN_ARCHITECTURE } from './testing/starter.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const INSTALLER_MS = 900_000

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

  test("Debian's installer reaches its first screen", { ...needing('installer'), timeout: INSTALLER_MS }, () =>
    walking(installerCd(OWN_ARCHITECTURE), async (walk, cd) => {
      // less memory makes it leave out the choice of a language
      const spec = specOf('db1', { cd, architecture: OWN_ARCHITECTURE, ncpus: 1, memory: 2 ** 30 })
      await walk.driver.ensure(spec)
      const patience = { timeout: INSTALLER_MS - 20_000, interval: 1000 }
      await expect.poll(() => walk.text(spec), patience).toMatch(/Select a language|Choose the language/)
    }),
  )
})
