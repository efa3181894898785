// Guests that write while they move between two hosts, which are a libvirt and an sshd each, linked to each other and to nothing else. Not
// for production code.
import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { DriverError } from '../../driver-error.ts'
import { SLEDS, specOf, Walkthrough } from '../../machines.cases.ts'
import type { MachineSpec } from '../../machines.ts'
import type { Migration } from '../../migrations.ts'
import { nameOf } from '../record.ts'
import type { TestDaemon } from './daemon.ts'
import { type Interrupt, type LibvirtUnderTest, startTestHosts, type TestHosts } from './under-test.ts'

export const [HERE, THERE] = SLEDS as [string, string]
export const MIB = 2 ** 20
/** Some tests wait until libvirt notices that a connection is gone. */
export const LIMIT_MS = 300_000
/** What the guest counts is in these sectors of its disk, the first one first. */
const COUNTERS = [64, 262_144]

const counters = ({ blocks }: LibvirtUnderTest, spec: MachineSpec) =>
  Promise.all(
    COUNTERS.map(async (sector) =>
      new DataView((await blocks.read(spec.disks[0]!.id, sector * 512, 4)).buffer.slice(0)).getUint32(0, true),
    ),
  )

export const ended = (walk: Walkthrough, look: () => Promise<Migration | undefined>) =>
  walk.until('the end of the move', async () => {
    // a host may not answer for a while
    const found = await look().catch((error: unknown) => {
      if (!(error instanceof DriverError && error.code === 'host')) throw error
      return undefined
    })
    return found?.state === 'running' ? undefined : found
  })

/** To be called where tests are described. */
export function movingGuests() {
  let hosts: TestHosts
  const open: Walkthrough[] = []
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS, { overSsh: true, areLinked: true })
  })
  afterEach(async () => {
    for (const walk of open.splice(0)) {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
  })
  afterAll(() => hosts.remove())

  const daemonOf = (sled_id: string): TestDaemon => hosts.daemons.get(sled_id)!
  const virsh = (sled_id: string, ...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', daemonOf(sled_id).uri, ...args], { encoding: 'utf8' }).trim()
  /** Lists the hosts on which a machine runs, and those that know it. */
  const places = (spec: MachineSpec, ...which: string[]) =>
    SLEDS.filter((sled) => virsh(sled, 'list', '--name', ...which).includes(spec.id))

  /** A guest that has booted, and writes to its disk from then on. */
  async function writing(memory = 256 * MIB, changes: Parameters<TestHosts['open']>[1] = {}, interrupt?: Interrupt) {
    const under = await hosts.open(interrupt, changes)
    const walk = new Walkthrough(under)
    open.push(walk)
    const spec = specOf('db1', { id: crypto.randomUUID(), memory })
    await walk.booted(spec)
    await walk.type(spec, 'write\r')
    await walk.until('the guest to write', async () => ((await counters(under, spec))[0]! > 0 ? true : undefined))
    return { under, walk, spec }
  }

  /** The guest goes on where it was: it answers the next key with its prompt, and has written in order. */
  async function expectGoesOn({ under, walk, spec }: Awaited<ReturnType<typeof writing>>, sled_id: string) {
    const at = { ...spec, sled_id }
    expect(places(spec)).toEqual([sled_id])
    expect(places(spec, '--all')).toEqual([sled_id])
    expect(await walk.list()).toMatchObject([{ id: spec.id, sled_id, state: 'running', generation: 1 }])
    const [before] = await counters(under, spec)
    await walk.until('the guest to go on', async () => ((await counters(under, spec))[0]! > before! ? true : undefined))
    await walk.type(at, 'x\r')
    const text = await walk.untilPrompt(at, 3)
    expect(text).toMatch(/^\s*The test guest has booted[^]*write/)
    expect(text.split('booted')).toHaveLength(2)
    const [first, second] = await counters(under, spec)
    expect([0, 1]).toContain(first! - second!)
  }

  /** Slow enough that it is still under way. */
  async function moving() {
    const world = await writing(4096 * MIB)
    const { under, walk, spec } = world
    virsh(HERE, 'migrate-setspeed', nameOf(spec.id), '1')
    await under.migrations!.begin(spec, THERE, 'move-1')
    const look = () => under.migrations!.find(spec, THERE, 'move-1')
    await walk.until('its memory to be copied', async () => ((await look())!.total > 0 ? true : undefined))
    return { ...world, look }
  }

  return { daemonOf, virsh, places, writing, moving, expectGoesOn }
}
