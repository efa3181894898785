// qemu-guest-agent in a real guest: what it says, snapshots while its file systems stand still, also if the server or the agent does not live
// to see their end, and a stop.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import { agentCd, SHUTS_DOWN, SYSTEM } from './testing/agent-guest.ts'
import { writeCd } from './testing/cd.ts'
import { type Interrupt, type LibvirtUnderTest, startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const BOOT = { timeout: 580_000, interval: 2000 }
/** What QEMU is asked at the moment of which the copy is. */
const isMoment = (command: string) => command.includes('block-job-cancel')

describe('the agent of a guest', { ...needing('machines'), ...needing('guest-agent') }, () => {
  const spec = specOf('db1', { ncpus: 1, memory: 2 ** 29 })
  const { id: disk, size } = spec.disks[0]!
  let hosts: TestHosts
  let under: LibvirtUnderTest
  let walk: Walkthrough
  /** Before each command of the server that is started first. */
  let before: Interrupt | undefined

  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
    under = await hosts.open((command) => before?.(command))
    walk = new Walkthrough(under)
  })
  afterAll(async () => {
    for (const at of await walk.list()) await walk.driver.remove(at)
    await walk.driver.close()
    await hosts.remove()
  })

  const xml = () =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get('sled-1')!.uri, 'dumpxml', `rackwright-${spec.id}`], {
      encoding: 'utf8',
    })
  const goesOn = () => expect.poll(xml, BOOT).not.toContain('frozen=')

  test('tells of the guest, and lets it stand still for a copy', { timeout: 900_000 }, async () => {
    const { blocks } = under
    await writeCd(blocks, 'cd', agentCd())
    const cd = { id: 'cd', location: blocks.locate('cd', 'sled-1'), boot: true }
    await walk.driver.ensure({ ...spec, cd })
    await walk.untilState(spec, 'running')
    // nobody answers yet, and nothing waits for it
    expect(await walk.driver.guest(spec)).toBeUndefined()
    await walk.driver.copyDisk(spec, disk, { id: 'early', size })
    await expect.poll(() => walk.driver.guest(spec), BOOT).toMatchObject({ system: SYSTEM })
    const facts = await walk.driver.guest(spec)
    expect(facts?.interfaces.map(({ name }) => name)).toContain('lo')

    await walk.driver.copyDisk(spec, disk, { id: 'copy', size })
    await goesOn()
    expect(await walk.text(spec)).toMatch(/fsfreeze-freeze[^]*(fsfreeze-thaw|filesystem unfreeze)/)
    // it answers again
    expect(await walk.driver.guest(spec)).toMatchObject({ system: SYSTEM })
  })

  test('goes on although the copy takes its time', { timeout: 120_000 }, async () => {
    let isFrozen = false
    let goOn: (() => void) | undefined
    const asked = new Promise<void>((resolve) => (goOn = resolve))
    before = (command) => {
      if (command.includes('guest-fsfreeze-thaw')) goOn?.()
      if (!isMoment(command)) return undefined
      isFrozen = xml().includes('frozen=')
      return asked
    }
    await walk.driver.copyDisk(spec, disk, { id: 'slow', size })
    expect(isFrozen).toBe(true)
    await goesOn()
  })

  test('goes on although its agent stopped and the server was killed', { timeout: 300_000 }, async () => {
    await walk.type(spec, 'kill -STOP $agent; echo stopped > /dev/ttyS0\r')
    await expect.poll(() => walk.text(spec), BOOT).toMatch(/\nstopped\r?\n/)
    let isKilled = false
    const killed = new Promise<void>((resolve) => {
      before = (command) => {
        if (isMoment(command)) isKilled = true
        if (!isKilled) return undefined
        resolve()
        return new Promise(() => {})
      }
    })
    void walk.driver.copyDisk(spec, disk, { id: 'late', size })
    await killed
    walk.driver = await under.reopen({ isKilled: true })
    expect(await walk.driver.guest(spec)).toBeUndefined()
    expect(xml()).toContain('frozen=')
    await walk.type(spec, 'kill -CONT $agent\r')
    await goesOn()
    await expect.poll(() => walk.driver.guest(spec), BOOT).toMatchObject({ system: SYSTEM })
    await walk.driver.copyDisk(spec, disk, { id: 'late', size })
  })

  test('shuts it down', { timeout: 120_000 }, async () => {
    await walk.driver.stop(spec)
    await walk.untilState(spec, 'stopped')
    expect(await walk.text(spec)).toContain(SHUTS_DOWN)
  })
})
