// Machines that run move between two hosts, which are a libvirt and an sshd each, linked to each other and to nothing else.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../../scripts/needs.mjs'
import { DriverError } from '../../driver-error.ts'
import { SLEDS, specOf, Walkthrough } from '../../machines.cases.ts'
import type { MachineSpec } from '../../machines.ts'
import type { Migration } from '../../migrations.ts'
import { nameOf } from '../record.ts'
import { certify, giveCertificates, makeAuthority } from '../testing/certificates.ts'
import type { TestDaemon } from '../testing/daemon.ts'
import { type Interrupt, type LibvirtUnderTest, startTestHosts, type TestHosts } from '../testing/under-test.ts'

const [HERE, THERE] = SLEDS as [string, string]
const MIB = 2 ** 20
/** Some tests wait until libvirt notices that a connection is gone. */
const LIMIT_MS = 300_000
/** What the guest counts is in these sectors of its disk, the first one first. */
const COUNTERS = [64, 262_144]

const counters = ({ blocks }: LibvirtUnderTest, spec: MachineSpec) =>
  Promise.all(
    COUNTERS.map(async (sector) =>
      new DataView((await blocks.read(spec.disks[0]!.id, sector * 512, 4)).buffer.slice(0)).getUint32(0, true),
    ),
  )

const ended = (walk: Walkthrough, look: () => Promise<Migration | undefined>) =>
  walk.until('the end of the move', async () => {
    // a host may not answer for a while
    const found = await look().catch((error: unknown) => {
      if (!(error instanceof DriverError && error.code === 'host')) throw error
      return undefined
    })
    return found?.state === 'running' ? undefined : found
  })

const isMoverThere = (spec: MachineSpec) =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', nameOf(spec.id)]).status === 0

/** As the end of this process would. */
const endMover = (spec: MachineSpec) =>
  execFileSync('pkill', ['-KILL', '-P', String(process.pid), '-f', nameOf(spec.id)])

describe('moves between hosts over SSH', needing('hosts'), () => {
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

  const virsh = (sled_id: string, ...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get(sled_id)!.uri, ...args], { encoding: 'utf8' }).trim()
  /** Lists the hosts on which a machine runs, and those that know it. */
  const places = (spec: MachineSpec, ...which: string[]) =>
    SLEDS.filter((sled) => virsh(sled, 'list', '--name', ...which).includes(spec.id))

  async function restart(sled_id: string) {
    const daemon = hosts.daemons.get(sled_id)!
    await daemon.stop()
    await daemon.start()
  }

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

  test(
    'take a guest that writes along, with its console',
    async () => {
      const world = await writing()
      const { under, walk, spec } = world
      await under.migrations!.begin(spec, THERE, 'move-1')
      await under.migrations!.begin(spec, THERE, 'move-1')
      const look = () => under.migrations!.find(spec, THERE, 'move-1')
      expect(await ended(walk, look)).toMatchObject({ state: 'completed', to_sled_id: THERE })
      expect(await look()).toMatchObject({ state: 'completed' })
      await expectGoesOn(world, THERE)
      expect(await under.migrations!.find(spec, THERE, 'another')).toBeUndefined()
    },
    LIMIT_MS,
  )

  describe('with certificates', needing('openssl'), () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'rw-tls-'))
    })
    afterAll(() => {
      for (const daemon of hosts.daemons.values()) giveCertificates(daemon, undefined)
      rmSync(folder, { recursive: true })
    })

    test(
      'encrypt memory, not to an impostor, and warn if one of the hosts has none',
      async () => {
        const warned: string[] = []
        const world = await writing(256 * MIB, { warn: (message) => void warned.push(message) })
        const { under, walk, spec } = world
        const [here, there] = SLEDS.map((sled) => hosts.daemons.get(sled)!) as [TestDaemon, TestDaemon]
        const move = async (from: string, to: string, id: string) => {
          const at = { ...spec, sled_id: from }
          await under.migrations!.begin(at, to, id)
          return ended(walk, () => under.migrations!.find(at, to, id))
        }
        const authority = makeAuthority(folder)
        giveCertificates(here, certify(authority, '10.99.0.1'))

        giveCertificates(there, certify(makeAuthority(folder), '10.99.0.2', authority))
        expect(await move(HERE, THERE, 'move-1')).toMatchObject({
          state: 'failed',
          reason: expect.stringMatching(/TLS|certificate/i),
        })
        expect(places(spec)).toEqual([HERE])

        giveCertificates(there, certify(authority, '10.99.0.2'))
        expect(await move(HERE, THERE, 'move-2')).toMatchObject({ state: 'completed' })
        expect(warned).toEqual([])

        giveCertificates(here, undefined)
        expect(await move(THERE, HERE, 'move-3')).toMatchObject({ state: 'completed' })
        expect(warned).toEqual([expect.stringContaining('unencrypted')])
        await expectGoesOn(world, HERE)
      },
      LIMIT_MS,
    )
  })

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

  test(
    'leave a guest where it is when they are cancelled',
    async () => {
      const world = await moving()
      const { under, walk, spec, look } = world
      await under.migrations!.cancel(spec, THERE, 'move-1')
      expect(await ended(walk, look)).toMatchObject({ state: 'cancelled' })
      await walk.reopen()
      expect(await under.migrations!.find(spec, THERE, 'move-1')).toMatchObject({ state: 'cancelled' })
      await expectGoesOn(world, HERE)
    },
    LIMIT_MS,
  )

  test.each<[string, (world: Awaited<ReturnType<typeof moving>>) => Promise<void>]>([
    [
      'the server',
      async ({ under, walk, spec }) => {
        endMover(spec)
        walk.driver = await under.reopen({ isKilled: true })
      },
    ],
    ['the libvirt that it leaves', () => restart(HERE)],
    ['the libvirt that it moves to', () => restart(THERE)],
    [
      'the server at the switch, and the libvirt that it moves to',
      async ({ walk, under, spec }) => {
        hosts.daemons.get(THERE)!.signal('SIGSTOP')
        virsh(HERE, 'migrate-setspeed', nameOf(spec.id), '1000')
        const isPaused = async () => (virsh(HERE, 'domstate', nameOf(spec.id)) === 'paused' ? true : undefined)
        await walk.until('the switch', isPaused)
        endMover(spec)
        await restart(THERE)
        walk.driver = await under.reopen({ isKilled: true })
      },
    ],
    [
      'the connection to the host that it moves to, at the switch',
      async ({ walk, under, spec }) => {
        hosts.daemons.get(THERE)!.signal('SIGSTOP')
        virsh(HERE, 'migrate-setspeed', nameOf(spec.id), '1000')
        const isPaused = async () => (virsh(HERE, 'domstate', nameOf(spec.id)) === 'paused' ? true : undefined)
        await walk.until('the switch', isPaused)
        await under.setHost(THERE, 'unreachable')
        // it was asked to let the guest run, and nobody here knows whether it does
        await walk.until('the end of virsh', async () => (isMoverThere(spec) ? undefined : true))
        expect(virsh(HERE, 'domstate', nameOf(spec.id))).toBe('paused')
        hosts.daemons.get(THERE)!.signal('SIGCONT')
        await under.setHost(THERE, 'up')
      },
    ],
  ])(
    'leave one guest when they are interrupted by the end of %s',
    async (_, interrupt) => {
      const world = await moving()
      await interrupt(world)
      const end = await ended(world.walk, world.look)
      expect(['completed', 'failed']).toContain(end.state)
      await expectGoesOn(world, end.state === 'completed' ? THERE : HERE)
    },
    LIMIT_MS,
  )

  test(
    'leave a guest where it is when the server ends before the copy',
    async () => {
      let isKilled = false
      const world = await writing(256 * MIB, {}, async (command) => {
        if (command.includes('--migratable')) isKilled = true
        if (isKilled) await new Promise(() => undefined)
      })
      const { under, walk, spec } = world
      void under.migrations!.begin(spec, THERE, 'move-1')
      await walk.until('the end of the server', async () => isKilled || undefined)
      walk.driver = await under.reopen({ isKilled: true })
      expect(await under.migrations!.find(spec, THERE, 'move-1')).toBeUndefined()
      await expectGoesOn(world, HERE)
    },
    LIMIT_MS,
  )

  test.each<[string, (world: Pick<LibvirtUnderTest, 'setHost'>) => Promise<void>]>([
    ['the server', () => new Promise(() => undefined)],
    ['the libvirt that it leaves', () => restart(HERE)],
    ['the libvirt that it moves to', () => restart(THERE)],
    ['the connection to the host that it leaves', ({ setHost }) => Promise.resolve(setHost(HERE, 'unreachable'))],
  ])(
    'leave one guest when %s ends before the first host forgets it',
    async (_, interrupt) => {
      let under: LibvirtUnderTest | undefined
      let isInterrupted = false
      const world = await writing(256 * MIB, {}, async (command) => {
        if (!command.startsWith('undefine') || isInterrupted) return
        isInterrupted = true
        await interrupt(under!)
      })
      const { walk, spec } = world
      under = world.under
      await under.migrations!.begin(spec, THERE, 'move-1')
      await walk.until('the copy to end', async () => isInterrupted || undefined)
      expect(places(spec)).toEqual([THERE])
      await under.setHost(HERE, 'up')
      walk.driver = await under.reopen({ isKilled: true })
      expect(await ended(walk, () => under!.migrations!.find(spec, THERE, 'move-1'))).toMatchObject({
        state: 'completed',
      })
      await expectGoesOn(world, THERE)
    },
    LIMIT_MS,
  )
})
