// The driver on two hosts that exist only for one file of tests, as the suites want it. Not for production code.
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BlockStore } from '../../blocks.ts'
import { openFileBlocks } from '../../files/blocks.ts'
import type { Clock } from '../../clock.ts'
import type { Hardware, SledFacts } from '../../hardware.ts'
import type { DriverUnderTest } from '../../machines.cases.ts'
import type { MachineDisk, Machines } from '../../machines.ts'
import type { Migrations } from '../../migrations.ts'
import { makeSimulatedNetwork } from '../../simulated/network.ts'
import { makeSshAccess, type SshAccess } from '../access/ssh.ts'
import { makeGuestNetworks } from '../guest-network.ts'
import { type LibvirtHost, type LibvirtRackOptions, openLibvirtRack } from '../rack.ts'
import { makeVirsh, type Virsh } from '../virsh.ts'
import { linkDaemons, startTestDaemon, type TestDaemon } from './daemon.ts'
import { guestBootSector } from './guest.ts'
import { startGuestNetwork } from './guest-network.ts'
import { startSshd, type TestSshd } from './sshd.ts'

const GIBIBYTE = 1024 ** 3
/** Long waits of the suites only prove that nothing happens, which is as true after half a second. */
const LONGEST_PASS_MS = 500

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
}

export const factsOf = (id: string): SledFacts => ({
  id,
  part: 'test host',
  serial: id,
  revision: 0,
  usable_hardware_threads: 2,
  usable_physical_ram: 8 * GIBIBYTE,
  cubby: 0,
  disks: [],
  runs_machines: true,
  role: 'member',
})

export const INSTALLATION = { id: 'installation-1', epoch: 0 }

const NO_NETWORK = {
  socket: '/nobody',
  guestNetworks: {
    open: async () => ({ problem: 'There is no network in this test.' }),
    problem: async () => undefined,
    close: async () => undefined,
  },
  remove: async () => undefined,
}

const description = { architecture: 'x86_64', cpu: 'test', reserved_memory: GIBIBYTE }

export interface LibvirtUnderTest extends DriverUnderTest {
  hardware: Hardware
  /** Present if the hosts are linked. */
  migrations: Migrations | undefined
  /** Lists the files of its machines. */
  files(): Promise<string[]>
  /** A killed driver is not closed: it is just not there any more. */
  reopen(how?: { isKilled: boolean }): Promise<Machines>
  /** Another server on the same hosts and files. */
  beside(changes: Partial<LibvirtRackOptions>): Promise<LibvirtUnderTest>
}

export interface TestHosts {
  daemons: Map<string, TestDaemon>
  /** What is done before each call of virsh by the driver that is opened first. */
  open(interrupt?: Interrupt, changes?: Partial<LibvirtRackOptions>): Promise<LibvirtUnderTest>
  remove(): Promise<void>
}

interface TestHostsOptions {
  overSsh?: boolean
  /** Between two that are linked, machines can move. */
  areLinked?: boolean
  /** Volumes that are not files. The guests reach them on the loopback interface, and have no network of their own. */
  volumes?: (folder: string) => Promise<BlockStore>
}

/** Over SSH the driver reaches the same daemons as it would on other machines. */
export async function startTestHosts(
  sled_ids: readonly string[],
  { overSsh = false, areLinked = false, volumes }: TestHostsOptions = {},
): Promise<TestHosts> {
  const folder = mkdtempSync(join(tmpdir(), 'rw-lv-'))
  const started = await Promise.all(
    sled_ids.map(
      async (id) => [id, await startTestDaemon(undefined, { sharesNetwork: volumes !== undefined })] as const,
    ),
  )
  const daemons = new Map(started)
  const addresses = areLinked ? linkDaemons(started[0]![1], started[1]![1]) : []
  const guestNetwork = volumes ? NO_NETWORK : await startGuestNetwork(started[0]![1])
  const servers = new Map<string, TestSshd>()
  if (overSsh) for (const [id, daemon] of started) servers.set(id, await startSshd(daemon))
  const accesses: SshAccess[] = []
  let opened = 0

  /** Each driver has connections of its own. */
  function placeOf(sled_id: string, own: string): LibvirtHost['place'] {
    const linked = areLinked && {
      address: addresses[sled_ids.indexOf(sled_id)],
      // hosts share no files of machines
      folder: join(own, sled_id),
    }
    const server = servers.get(sled_id)
    if (!server) return linked || undefined
    const access = makeSshAccess(server.at, server.files)
    accesses.push(access)
    return { access, guestNetworks: makeGuestNetworks(guestNetwork.socket, access), ...linked }
  }

  async function open(interrupt?: Interrupt, changes: Partial<LibvirtRackOptions> = {}) {
    const own = join(folder, String(opened++))
    await mkdir(own)
    const blocks = await (volumes ?? openFileBlocks)(join(own, 'disks'))
    return openIn(own, blocks, interrupt, changes)
  }

  async function openIn(
    own: string,
    blocks: BlockStore,
    interrupt: Interrupt | undefined,
    changes: Partial<LibvirtRackOptions>,
  ): Promise<LibvirtUnderTest> {
    const make = (virshFor = makeVirsh) =>
      openLibvirtRack({
        installation: INSTALLATION,
        known: async (ids) => new Set(ids),
        virshFor,
        hosts: started.map(([id, { uri }]) => ({ uri, facts: factsOf(id), description, place: placeOf(id, own) })),
        clock,
        volumes: blocks,
        folder: join(own, 'machines'),
        accelerator: 'tcg',
        network: makeSimulatedNetwork({ clock }),
        networkKind: 'simulated',
        guestNetworks: guestNetwork.guestNetworks,
        sharedVolumes: areLinked ? join(own, 'disks') : undefined,
        warn: () => undefined,
        ...changes,
      })

    /** The suites know no files. A disk to boot from has the test guest, unless it can boot already. */
    async function inFile(disk: MachineDisk, sled_id: string): Promise<MachineDisk> {
      const isThere = (await blocks.list()).some(({ id }) => id === disk.id)
      if (!isThere) await blocks.create(disk.id, disk.size)
      const [end] = await blocks.read(disk.id, 510, 1)
      if (disk.boot && end === 0) await blocks.write(disk.id, 0, guestBootSector())
      return { ...disk, location: blocks.locate(disk.id, sled_id) }
    }
    const onFiles = (machines: Machines): Machines => ({
      ...machines,
      ensure: async (spec) =>
        machines.ensure({
          ...spec,
          disks: await Promise.all(spec.disks.map((disk) => inFile(disk, spec.sled_id))),
        }),
      attachDisk: async (at, disk) => machines.attachDisk(at, await inFile(disk, at.sled_id)),
      async close() {
        await machines.close()
        await blocks.close()
      },
    })

    const rack = await make(interrupt && ((options) => interrupted(makeVirsh(options), interrupt)))
    let { machines, migrations } = rack
    return {
      driver: onFiles(machines),
      hardware: rack.hardware,
      get migrations() {
        return migrations
      },
      blocks,
      countedNics: 0,
      pass: async (milliseconds: number) => void (await sleep(Math.min(milliseconds, LONGEST_PASS_MS))),
      guest: { prompt: () => 'login: ', poweroff: 'poweroff', reboot: 'reboot' },
      reopen: async ({ isKilled } = { isKilled: false }) => {
        if (!isKilled) await machines.close()
        ;({ machines, migrations } = await make())
        return onFiles(machines)
      },
      beside: (others) => openIn(own, blocks, undefined, { ...changes, ...others }),
      setHost: makeSetHost(daemons, overSsh ? servers : daemons),
      /** Lists the files of its machines. */
      files: () => readdir(join(own, 'machines')),
    }
  }

  return {
    daemons,
    open,
    async remove() {
      for (const access of accesses) access.close()
      await guestNetwork.remove()
      for (const server of servers.values()) await server.stop()
      await Promise.all([...daemons.values()].map((daemon) => daemon.remove()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Called before each command; what it returns is awaited. */
export type Interrupt = (command: string) => Promise<void> | void

function interrupted(virsh: Virsh, interrupt: Interrupt): Virsh {
  return {
    ...virsh,
    async run(...args) {
      await interrupt(args.join(' '))
      return virsh.run(...args)
    },
    async runDuring(situation, ...args) {
      await interrupt(args.join(' '))
      return virsh.runDuring(situation, ...args)
    },
    async batch(commands) {
      await interrupt('batch')
      return virsh.batch(commands)
    },
  }
}

/** Over SSH an unreachable host is one without sshd. A hung one is always one whose libvirt does not go on. */
function makeSetHost(
  daemons: Map<string, Pick<TestDaemon, 'signal'>>,
  servers: Map<string, Pick<TestDaemon, 'start' | 'stop'>>,
) {
  const conditions = new Map<string, 'up' | 'unreachable' | 'hung'>()
  return async (sled_id: string, condition: 'up' | 'unreachable' | 'hung') => {
    const daemon = daemons.get(sled_id)!
    const server = servers.get(sled_id)!
    const before = conditions.get(sled_id) ?? 'up'
    conditions.set(sled_id, condition)
    if (before === condition) return
    if (before === 'hung') daemon.signal('SIGCONT')
    if (before === 'unreachable') await server.start()
    if (condition === 'unreachable') await server.stop()
    if (condition === 'hung') daemon.signal('SIGSTOP')
  }
}
