// qemu-guest-agent in a real guest: what it says, snapshots while its file systems stand still, and a stop.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import { agentCd, SHUTS_DOWN, SYSTEM } from './testing/agent-guest.ts'
import { writeCd } from './testing/cd.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const BOOT = { timeout: 580_000, interval: 2000 }

describe('the agent of a guest', { ...needing('machines'), ...needing('guest-agent') }, () => {
  let hosts: TestHosts
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterAll(() => hosts.remove())

  test('tells of the guest, lets it stand still for a copy, and shuts it down', { timeout: 900_000 }, async () => {
    const walk = new Walkthrough(await hosts.open())
    const { blocks } = walk.under
    await writeCd(blocks, 'cd', agentCd())
    const cd = { id: 'cd', location: blocks.locate('cd', 'sled-1'), boot: true }
    const spec = specOf('db1', { cd, ncpus: 1, memory: 2 ** 29 })
    const size = spec.disks[0]!.size
    const xml = () =>
      execFileSync('virsh', ['-q', '-c', hosts.daemons.get('sled-1')!.uri, 'dumpxml', `rackwright-${spec.id}`], {
        encoding: 'utf8',
      })
    try {
      await walk.driver.ensure(spec)
      await walk.untilState(spec, 'running')
      // nobody answers yet, and nothing waits for it
      expect(await walk.driver.guest(spec)).toBeUndefined()
      await walk.driver.copyDisk(spec, spec.disks[0]!.id, { id: 'early', size })
      await expect.poll(() => walk.driver.guest(spec), BOOT).toMatchObject({ system: SYSTEM })
      const facts = await walk.driver.guest(spec)
      expect(facts?.interfaces.map(({ name }) => name)).toContain('lo')

      await walk.driver.copyDisk(spec, spec.disks[0]!.id, { id: 'copy', size })
      await expect.poll(xml, BOOT).not.toContain('frozen=')
      const text = await walk.text(spec)
      expect(text).toMatch(/fsfreeze-freeze[^]*(fsfreeze-thaw|filesystem unfreeze)/)
      // it answers again
      expect(await walk.driver.guest(spec)).toMatchObject({ system: SYSTEM })

      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      expect(await walk.text(spec)).toContain(SHUTS_DOWN)
    } finally {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
  })
})
