// Real machines: domains of libvirt, on one or more hosts. Everything that must outlive this process is in the domains themselves
// (record.ts) and in the files of each start.
import type { BlockStore } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Lease } from '../lease.ts'
import { mustGrow, type MachineAt, type Machines, type MachineSpec } from '../machines.ts'
import type { Network } from '../network.ts'
import type { NetworkKind } from '../rack.ts'
import type { ConsoleEnd } from '../serial-console.ts'
import { freeze, guestFacts, hasAgent } from './agent.ts'
import { changeCd } from './cds.ts'
import { copyAtOnce } from './copy-at-once.ts'
import { makeDisksCopies } from './copy-disks.ts'
import { forgetCopy, makeCopies } from './copy.ts'
import { attachDisk, capacityIn, detachDisk, targetOf } from './disks.ts'
import { devicesOf, sizesIn } from './devices.ts'
import { filesOf, folderOf, type makeDefinitions, startsOn, undefine, type Warn } from './definitions.ts'
import { followEvents } from './events.ts'
import type { HostSet } from './host-set.ts'
import type { Host } from './host.ts'
import type { Domain } from './reader.ts'
import { attachNic, detachNic } from './nics.ts'
import { makePursuit, MAX_STILL_MS, type MayStart } from './pursuit.ts'
import { nameOf, view } from './record.ts'
import { countReset } from './resets.ts'
import { connectScreen } from './screen.ts'
import { makeSerial } from './serial.ts'
import { memoryUse, statisticsOf } from './statistics.ts'

export interface LibvirtMachinesOptions {
  hosts: HostSet
  clock: Clock
  volumes: BlockStore
  network: Pick<Network, 'switchesInUserSpace'>
  networkKind: NetworkKind
  lease: Lease
  definitions: ReturnType<typeof makeDefinitions>
  hasOldCpu(host: Host, xml: string): boolean
  mayStart?: MayStart | undefined
  warn: Warn
}

const REMOVED: ConsoleEnd = { ended: 'removed', reason: 'VM removed' }
const REPLACED: ConsoleEnd = { ended: 'removed', reason: 'VM replaced' }

export async function openLibvirtMachines(options: LibvirtMachinesOptions): Promise<Machines> {
  const { hosts, clock, volumes, networkKind, lease } = options
  const closing = new AbortController()
  const listeners = new Set<(at: MachineAt) => void>()
  const pursuit = makePursuit({ clock, closed: closing.signal, lease, warn: options.warn, mayStart: options.mayStart })
  const { define, removeFiles, secrets } = options.definitions
  const { cloneSnapped } = volumes
  const copyDisk = makeCopies(lease)
  const copyDisks = makeDisksCopies(lease)
  const now = () => clock.now().getTime()
  const isInUserSpace = async () => (await options.network.switchesInUserSpace?.()) ?? false

  function mustBeOpen() {
    if (closing.signal.aborted) throw new DriverError('closed', 'the driver has been closed')
  }

  function hostOf(sled_id: string): Host {
    mustBeOpen()
    const host = hosts.find(sled_id)?.host
    if (!host) throw new DriverError('host', `there is no host for sled ${sled_id}`)
    return host
  }

  const tell = (at: MachineAt) => {
    for (const listener of listeners) listener(at)
  }

  hosts.attend((host, leaving) => {
    const left = AbortSignal.any([closing.signal, leaving])
    const { sled_id } = host
    const listener = {
      heard({ machine_id, kind }: { machine_id: string; kind: string }) {
        if (kind !== 'reboot') return tell({ id: machine_id, sled_id })
        // the record changes, which is an event again
        if (lease.isHeld()) void countReset(host, machine_id, now()).catch(() => undefined)
      },
      began() {
        // what nobody heard of while nobody listened
        void host.list().then(
          (domains) => domains.forEach(({ record }) => tell({ id: record.id, sled_id })),
          () => undefined,
        )
      },
    }
    void followEvents(host.virsh, clock, listener, left)
    void pursuit.resume(host, left)
  })

  /** Removes the files of machines whose domains somebody else has removed: the seed has keys and user data. */
  async function removeStrays(host: Host, present: readonly Domain[]): Promise<void> {
    const known = new Set(present.map(({ record }) => record.id))
    for (const { id, generation } of (await startsOn(host)).filter((each) => !known.has(each.id))) {
      // one that moves here has files before it has a domain
      const isThere = async () => (await Promise.all(hosts.all().map((each) => each.host.see(id)))).some(Boolean)
      if (await isThere()) continue
      // a definition that is being written has files first
      await host.change(id, async () => {
        if (!(await isThere())) await removeFiles(host, id, generation)
      })
    }
  }

  /** Does the work on a machine that runs. */
  async function running<T>(at: MachineAt, work: (host: Host, domain: Domain) => Promise<T>): Promise<T> {
    const host = hostOf(at.sled_id)
    return host.change(at.id, async (domain) => work(host, mustRun(at, domain)))
  }

  /**
   * Does the work while the file systems of the guest stand still, if its agent answers. That is recorded before, so that they go on
   * again whatever happens: if the agent does not answer now, or the server is killed, the pursuit goes on asking.
   */
  async function standingStill(host: Host, id: string, work: () => Promise<void>): Promise<void> {
    const begins = await host.change(id, async (domain) => {
      if (!domain || !isUp(domain) || !hasAgent(domain.xml)) return false
      await host.write(domain, { frozen: now() })
      return true
    })
    if (!begins) return work()
    const done = new AbortController()
    const goOn = () => pursuit.thaw(host, id)
    // they do not wait for ever, also if the work does
    void clock.sleep(MAX_STILL_MS, AbortSignal.any([done.signal, closing.signal])).then(goOn, () => undefined)
    try {
      await freeze(host, id)
      await work()
    } finally {
      done.abort()
      goOn()
    }
  }

  async function endOf({ id, sled_id }: MachineAt, generation: number): Promise<ConsoleEnd | undefined> {
    const host = hosts.find(sled_id)?.host
    if (closing.signal.aborted || !host) return { ended: 'closed', reason: 'the server is going away' }
    const domain = await host.find(id)
    if (!domain) return REMOVED
    const { record } = domain
    if (record.generation !== generation) return REPLACED
    if (record.state === 'stopped') return { ended: 'stopped', reason: 'VM stopped' }
    if (record.state === 'failed') return { ended: 'failed', reason: record.reason ?? 'VM failed' }
    return undefined
  }

  function watch(listener: (at: MachineAt) => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    async ensure(spec) {
      const host = hostOf(spec.sled_id)
      const isNew = await host.change(spec.id, async (domain) => {
        if (!domain) await mustBeFree(host, spec)
        if (domain && spec.generation <= domain.record.generation) return false
        if (domain?.record.state === 'stopping')
          throw new DriverError('busy', `${spec.name} is still stopping; it can be started once it has stopped`)
        if (domain) await undefine(host, spec.id)
        if (domain) await removeFiles(host, spec.id, domain.record.generation)
        await define(host, spec)
        return true
      })
      if (isNew) pursuit.begin(host, spec.id)
    },

    async stop({ id, sled_id }, generation = Infinity, { force } = { force: false }) {
      const host = hostOf(sled_id)
      const begins = await host.change(id, async (domain) => {
        if (!domain || domain.record.generation > generation) return false
        const { state } = domain.record
        if (state === 'stopped' || (state === 'stopping' && !force)) return false
        const isOff = state === 'failed' || domain.condition.startsWith('shut off')
        const forced = force ? true : undefined
        await host.write(domain, { state: isOff ? 'stopped' : 'stopping', since: now(), reason: undefined, forced })
        return !isOff
      })
      if (begins) pursuit.begin(host, id)
    },

    async reboot(at, request) {
      const host = hostOf(at.sled_id)
      const begins = await host.change(at.id, async (domain) => {
        if (!domain) throw unknown(at)
        const { record } = domain
        if (record.state === 'rebooting' || (request !== undefined && request === record.request)) return false
        if (record.state !== 'running')
          throw new DriverError(
            'wrong_state',
            `${record.name} is ${record.state}; only a running machine can be rebooted`,
          )
        await host.write(domain, { state: 'rebooting', since: now(), request })
        return true
      })
      if (begins) pursuit.begin(host, at.id)
    },

    async remove({ id, sled_id }, generation = Infinity) {
      const host = hostOf(sled_id)
      await host.change(id, async (domain) => {
        if (!domain || domain.record.generation > generation) return
        await undefine(host, id)
        await removeFiles(host, id, domain.record.generation)
      })
    },

    attachDisk: (at, disk) =>
      running(at, async (host, domain) => {
        await secrets.ready(host, [disk.location])
        await attachDisk(host, domain, disk, folderOf(host, at.id, domain.record.generation))
      }),
    detachDisk: (at, disk_id) => running(at, (host, domain) => detachDisk(host, domain, disk_id)),

    attachNic: (at, nic) =>
      running(at, async (host, domain) => {
        const folder = folderOf(host, at.id, domain.record.generation)
        await attachNic(host, domain, nic, { folder, isInUserSpace: await isInUserSpace() })
      }),
    detachNic: (at, nic_id) =>
      running(at, (host, domain) => detachNic(host, domain, nic_id, folderOf(host, at.id, domain.record.generation))),
    changeCd: (at, cd) =>
      running(at, async (host, domain) => {
        if (cd) await secrets.ready(host, [cd.location])
        await changeCd(host, domain, cd, folderOf(host, at.id, domain.record.generation))
      }),

    async resizeDisk(at, disk_id, size) {
      await running(at, async ({ virsh }, { xml, record }) => {
        const target = targetOf(xml, disk_id)
        if (!target) throw new DriverError('refused', `${record.name} has no disk ${disk_id}`)
        // QEMU would cut off what is beyond
        mustGrow(capacityIn(await virsh.run('domblkinfo', nameOf(at.id), target)), size)
        await virsh.run('blockresize', nameOf(at.id), target, `${size}B`)
      })
      // the block store remembers the size of what it has open
      await volumes.resize(disk_id, size)
    },

    async copyDisk(at, disk_id, to) {
      const host = hostOf(at.sled_id)
      const domain = await host.find(at.id)
      if (!domain || !isUp(domain)) await forgetCopy(volumes, to.id)
      mustRun(at, domain)
      const stillness = (work: () => Promise<void>) => standingStill(host, at.id, work)
      if (cloneSnapped)
        return copyAtOnce({ host, machine_id: at.id, copies: [{ disk_id, to }], cloneSnapped, lease, stillness })
      await copyDisk({ host, volumes, clock, machine_id: at.id, disk_id, to, stillness })
    },

    async copyDisks(at, copies) {
      const host = hostOf(at.sled_id)
      const domain = await host.find(at.id)
      if (!domain || !isUp(domain)) for (const { to } of copies) await forgetCopy(volumes, to.id)
      mustRun(at, domain)
      const stillness = (work: () => Promise<void>) => standingStill(host, at.id, work)
      if (cloneSnapped) return copyAtOnce({ host, machine_id: at.id, copies, cloneSnapped, lease, stillness })
      await copyDisks({ host, volumes, clock, machine_id: at.id, copies, stillness })
    },

    async guest(at) {
      const host = hostOf(at.sled_id)
      const { xml } = mustRun(at, await host.find(at.id))
      return hasAgent(xml) ? guestFacts(host, at.id) : undefined
    },

    async list(sled_id) {
      const host = hostOf(sled_id)
      const domains = await host.list()
      // what is not removed now is at the next look
      if (lease.isHeld()) await removeStrays(host, domains).catch(() => undefined)
      return domains.map(({ record }) => view(record, networkKind))
    },
    async find(at) {
      const host = hostOf(at.sled_id)
      const domain = await host.see(at.id)
      if (!domain || domain.standing === 'foreign') return undefined
      const is_taken_over = domain.standing === 'taken_over'
      const machine = view(domain.record, networkKind, domain.condition)
      const devices = machine.state === 'running' ? await devicesOf(domain, volumes) : undefined
      const has_old_cpu = machine.state === 'running' && options.hasOldCpu(host, domain.xml)
      return {
        ...machine,
        ...(devices && { devices }),
        ...(has_old_cpu && { has_old_cpu }),
        ...(is_taken_over && { is_taken_over }),
      }
    },
    watch,

    async console(at) {
      const host = hostOf(at.sled_id)
      const domain = await host.find(at.id)
      if (!domain) return undefined
      const { generation } = domain.record
      const { log, console: socket } = filesOf(host, at.id, generation)
      return makeSerial({
        access: host.access,
        log,
        socket,
        clock,
        end: () => endOf(at, generation),
        watch: (listener) => watch(({ id }) => id === at.id && listener()),
        closed: closing.signal,
      })
    },

    async screen(at) {
      const host = hostOf(at.sled_id)
      const domain = await host.find(at.id)
      if (!domain) return undefined
      return connectScreen(host.access, filesOf(host, at.id, mustRun(at, domain).record.generation).screen)
    },

    async statistics(sled_id) {
      const host = hostOf(sled_id)
      return statisticsOf(host, await host.listActive(), clock.now())
    },

    async memory(at) {
      const host = hostOf(at.sled_id)
      const domain = await host.find(at.id)
      if (domain?.record.state !== 'running') return undefined
      const [answer] = await host.virsh.batch([['dommemstat', nameOf(at.id)]])
      return answer ? memoryUse(answer) : undefined
    },

    async diskSizes(at) {
      const host = hostOf(at.sled_id)
      const domain = await host.find(at.id)
      if (!domain || !isUp(domain)) return new Map()
      const [answer = ''] = await host.virsh.batch([['domstats', nameOf(at.id), '--block']])
      return sizesIn(domain.xml, answer)
    },

    async close() {
      closing.abort()
      listeners.clear()
      await pursuit.idle()
    },
  }
}

const unknown = ({ id }: MachineAt) => new DriverError('unknown_machine', `there is no machine ${id}`)

/** A definition under the name of another domain would replace that one. */
async function mustBeFree({ virsh }: Host, { id, name }: MachineSpec) {
  const [found] = await virsh.batch([['dumpxml', nameOf(id)]])
  if (found?.trim())
    throw new DriverError('refused', `the host has a domain ${nameOf(id)} that another installation uses for ${name}`)
}

const isUp = ({ record: { state } }: Domain) => state === 'running' || state === 'rebooting'

function mustRun(at: MachineAt, domain: Domain | undefined): Domain {
  if (!domain) throw unknown(at)
  const { state, name } = domain.record
  if (!isUp(domain)) throw new DriverError('wrong_state', `${name} is ${state}, not running`)
  return domain
}
