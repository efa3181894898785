// Whatever dies while a machine moves between two hosts, and whenever: it runs exactly once afterwards.
import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { needing } from '../../../scripts/needs.mjs'
import type { MachineSpec } from '../../machines.ts'
import { nameOf } from '../record.ts'
import { ended, HERE, LIMIT_MS, MIB, movingGuests, THERE } from '../testing/moving.ts'
import type { LibvirtUnderTest } from '../testing/under-test.ts'

const isMoverThere = (spec: MachineSpec) =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', nameOf(spec.id)]).status === 0

/** As the end of this process would. */
const endMover = (spec: MachineSpec) =>
  execFileSync('pkill', ['-KILL', '-P', String(process.pid), '-f', nameOf(spec.id)])

async function bothUp({ setHost }: LibvirtUnderTest) {
  for (const sled of [HERE, THERE]) await setHost(sled, 'up')
}

describe('moves between hosts over SSH', needing('hosts'), () => {
  const { daemonOf, virsh, places, writing, moving, expectGoesOn } = movingGuests()
  type Moving = Awaited<ReturnType<typeof moving>>

  async function restart(sled_id: string) {
    const daemon = daemonOf(sled_id)
    await daemon.stop()
    await daemon.start()
  }

  const endServer = async ({ under, walk, spec }: Moving) => {
    endMover(spec)
    walk.driver = await under.reopen({ isKilled: true })
  }

  const untilMoverEnds = ({ walk, spec }: Moving) =>
    walk.until('the end of virsh', async () => (isMoverThere(spec) ? undefined : true))

  /** The guest is paused for the switch, and the libvirt that it moves to stands still: nobody tells the other guest to run. */
  async function untilSwitch({ walk, spec }: Moving) {
    daemonOf(THERE).signal('SIGSTOP')
    virsh(HERE, 'migrate-setspeed', nameOf(spec.id), '1000')
    const isPaused = async () => (virsh(HERE, 'domstate', nameOf(spec.id)) === 'paused' ? true : undefined)
    await walk.until('the switch', isPaused)
  }

  test.each<[string, (world: Moving) => Promise<void>]>([
    ['of the server', endServer],
    ['of the libvirt that it leaves', () => restart(HERE)],
    ['of the libvirt that it moves to', () => restart(THERE)],
    [
      'of the connection to the host that it leaves',
      async (world) => {
        await world.under.setHost(HERE, 'unreachable')
        await untilMoverEnds(world)
        await bothUp(world.under)
      },
    ],
    [
      'of the connection to the host that it moves to',
      async (world) => {
        await world.under.setHost(THERE, 'unreachable')
        await untilMoverEnds(world)
        await bothUp(world.under)
      },
    ],
    [
      'of the server at the switch',
      async (world) => {
        await untilSwitch(world)
        endMover(world.spec)
        daemonOf(THERE).signal('SIGCONT')
        world.walk.driver = await world.under.reopen({ isKilled: true })
      },
    ],
    [
      'of the server at the switch, and the libvirt that it moves to',
      async (world) => {
        await untilSwitch(world)
        endMover(world.spec)
        await restart(THERE)
        world.walk.driver = await world.under.reopen({ isKilled: true })
      },
    ],
    [
      'of the libvirt that it leaves, at the switch',
      async (world) => {
        await untilSwitch(world)
        await restart(HERE)
        daemonOf(THERE).signal('SIGCONT')
      },
    ],
    [
      'of the libvirt that it moves to, at the switch',
      async (world) => {
        await untilSwitch(world)
        await restart(THERE)
      },
    ],
    [
      'of the connection to the host that it leaves, at the switch',
      async (world) => {
        await untilSwitch(world)
        await world.under.setHost(HERE, 'unreachable')
        await untilMoverEnds(world)
        daemonOf(THERE).signal('SIGCONT')
        await bothUp(world.under)
      },
    ],
    [
      'of the connection to the host that it moves to, at the switch',
      async (world) => {
        await untilSwitch(world)
        await world.under.setHost(THERE, 'unreachable')
        // it was asked to let the guest run, and nobody here knows whether it does
        await untilMoverEnds(world)
        expect(virsh(HERE, 'domstate', nameOf(world.spec.id))).toBe('paused')
        daemonOf(THERE).signal('SIGCONT')
        await bothUp(world.under)
      },
    ],
  ])(
    'leave one guest when they are interrupted by the end %s',
    async (_, interrupt) => {
      const world = await moving()
      await interrupt(world)
      const end = await ended(world.walk, world.look)
      expect(['completed', 'failed']).toContain(end.state)
      await expectGoesOn(world, end.state === 'completed' ? THERE : HERE)
    },
    LIMIT_MS,
  )

  /** A guest that moves, and what happens before the first command of the server at that time. The command, and later ones, wait for it. */
  async function interrupting(
    isTime: (command: string) => boolean,
    interrupt: (under: LibvirtUnderTest) => Promise<void>,
  ) {
    let under: LibvirtUnderTest | undefined
    let interruption: Promise<void> | undefined
    const world = await writing(256 * MIB, {}, async (command) => {
      if (!interruption && under && isTime(command)) interruption = interrupt(under)
      await interruption
    })
    under = world.under
    const { walk, spec } = world
    void under.migrations!.begin(spec, THERE, 'move-1').catch(() => undefined)
    await walk.until('the interruption', async () => (interruption ? true : undefined))
    return { ...world, look: () => world.under.migrations!.find(spec, THERE, 'move-1') }
  }

  const ENDS: [what: string, end: (under: LibvirtUnderTest) => Promise<void>][] = [
    ['the server', () => new Promise(() => undefined)],
    ['the libvirt that it leaves', () => restart(HERE)],
    ['the libvirt that it moves to', () => restart(THERE)],
    ['the connection to the host that it leaves', ({ setHost }) => Promise.resolve(setHost(HERE, 'unreachable'))],
    ['the connection to the host that it moves to', ({ setHost }) => Promise.resolve(setHost(THERE, 'unreachable'))],
  ]

  test(
    'leave a guest where it is when the server ends before the move is written down',
    async () => {
      const world = await interrupting(
        (command) => command.includes('--migratable'),
        () => new Promise(() => undefined),
      )
      world.walk.driver = await world.under.reopen({ isKilled: true })
      expect(await world.look()).toBeUndefined()
      await expectGoesOn(world, HERE)
    },
    LIMIT_MS,
  )

  test.each(ENDS)(
    'leave one guest when %s ends before the copy',
    async (what, end) => {
      let isWrittenDown = false
      const world = await interrupting((command) => {
        const isTime = isWrittenDown
        if (command.startsWith('metadata') && command.includes('move-1')) isWrittenDown = true
        return isTime
      }, end)
      const { under, walk, look } = world
      await bothUp(under)
      if (what === 'the server') walk.driver = await under.reopen({ isKilled: true })
      const { state } = await ended(walk, look)
      await expectGoesOn(world, state === 'completed' ? THERE : HERE)
    },
    LIMIT_MS,
  )

  test.each(ENDS)(
    'leave one guest when %s ends before the first host forgets it',
    async (_, end) => {
      const world = await interrupting((command) => command.startsWith('undefine'), end)
      const { under, walk, spec, look } = world
      expect(places(spec)).toEqual([THERE])
      await bothUp(under)
      walk.driver = await under.reopen({ isKilled: true })
      expect(await ended(walk, look)).toMatchObject({ state: 'completed' })
      await expectGoesOn(world, THERE)
    },
    LIMIT_MS,
  )
})
