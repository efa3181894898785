// Moves running machines between hosts. What must outlive this process is in the record of the machine: the last move on the host that
// it leaves, and the same on the one that it came to. So `find` needs nothing but what both hosts say.
import type { Clock } from '../../clock.ts'
import { DriverError, type DriverErrorCode } from '../../driver-error.ts'
import type { Lease } from '../../lease.ts'
import type { MachineAt } from '../../machines.ts'
import type { Migration, Migrations } from '../../migrations.ts'
import { type makeDefinitions, undefine } from '../definitions.ts'
import type { HostSet } from '../host-set.ts'
import type { Host } from '../host.ts'
import type { Domain } from '../reader.ts'
import { nameOf } from '../record.ts'
import { migrate, mustHaveVirsh } from './command.ts'
import { copyHistory } from './history.ts'
import { makePreparation } from './preparation.ts'
import { mustGoOn, verdictOf } from './recovery.ts'

/** How long a machine may wait on the other host once nobody moves it. libvirt ends it at once when it knows. */
const WAITING_MS = 10_000
/** How long the last output of a machine is waited for, if the host that it left does not answer. */
const HISTORY_MS = 30_000

const INTERRUPTED = 'The server, a host or the connection between them was interrupted during the move.'

export interface LibvirtMigrationsOptions {
  hosts: HostSet
  clock: Clock
  lease: Lease
  definitions: Pick<ReturnType<typeof makeDefinitions>, 'openNetwork' | 'removeFiles'>
  /** Rejects with `refused` if the host does not see the volumes now. */
  mustSeeVolumes(host: Host): Promise<void>
  closed: AbortSignal
}

interface Places {
  id: string
  move: string
  from: Host
  to: Host
}

const has = (error: unknown, ...codes: DriverErrorCode[]) => error instanceof DriverError && codes.includes(error.code)

export function makeLibvirtMigrations(options: LibvirtMigrationsOptions): Migrations {
  const { hosts, clock, lease, definitions, mustSeeVolumes, closed } = options
  const prepare = makePreparation(definitions)
  /** The moves that this process carries out. */
  const active = new Map<string, { isCancelled: boolean }>()
  /** Since when something is waited for, by move. */
  const waits = new Map<string, number>()

  function placesOf({ id, sled_id }: MachineAt, to_sled_id: string, move: string): Places {
    if (closed.aborted) throw new DriverError('closed', 'the driver has been closed')
    return { id, move, from: hostOf(sled_id), to: hostOf(to_sled_id) }
  }

  function hostOf(sled_id: string): Host {
    const host = hosts.find(sled_id)?.host
    if (!host) throw new DriverError('host', `there is no host for sled ${sled_id}`)
    return host
  }

  function hasWaited(what: string, milliseconds: number): boolean {
    const now = clock.now().getTime()
    const since = waits.get(what) ?? now
    waits.set(what, since)
    return now - since >= milliseconds
  }

  /** Only one server at a time moves a machine, or finds out what became of it. */
  const alone = <T>({ move }: Places, work: () => Promise<T>) => lease.alone(`migration ${move}`, work)

  /** Resolves once the copy is under way. */
  function begin(places: Places): Promise<void> {
    return new Promise((resolve, reject) => {
      const journey = alone(places, async () => {
        const { id, move, from, to } = places
        await mustBeFree(places)
        const ready = await prepare(places)
        await from.change(id, async (domain) => {
          mustRun(domain)
          await from.write(domain, { move, move_end: undefined, move_reason: undefined })
        })
        const own = { isCancelled: false }
        active.set(move, own)
        resolve()
        try {
          const reason = await migrate({ id, from, to, ...ready })
          await settle(places, own.isCancelled ? { state: 'cancelled' } : { state: 'failed', reason })
        } finally {
          active.delete(move)
        }
      })
      journey.catch(reject)
    })
  }

  /** A machine that was left there by another move. */
  async function mustBeFree({ id, to }: Places): Promise<void> {
    const there = await to.see(id)
    if (!there) return
    if (there.standing !== 'ours' || there.condition.startsWith('running'))
      throw new DriverError('refused', `the other host has a domain ${nameOf(id)} already`)
    await forget(to, id, there)
  }

  async function forget(host: Host, id: string, { record }: Pick<Domain, 'record'>): Promise<void> {
    await undefine(host, id)
    await definitions.removeFiles(host, id, record.generation)
  }

  /** Finds out where the machine is, and clears up what is left of it elsewhere. Undefined if that is not decided yet. */
  async function settle(
    places: Places,
    end: Pick<Migration, 'reason'> & { state: 'cancelled' | 'failed' },
  ): Promise<Pick<Migration, 'state' | 'reason'> | 'never' | undefined> {
    const { id, move, from, to } = places
    const there = await to.find(id)
    let here: Domain | undefined
    try {
      here = await from.find(id)
    } catch (error) {
      const isLost = has(error, 'host') && verdictOf(move, undefined, there) === 'moved'
      if (!isLost || !hasWaited(`history of ${move}`, HISTORY_MS)) throw error
      // what is left there is removed when it answers again
      return { state: 'completed' }
    }
    const verdict = verdictOf(move, here, there)
    if (verdict === 'moved') {
      if (here && there) await copyHistory(from, to, id, here.record.generation)
      if (here) await forget(from, id, here)
      return { state: 'completed' }
    }
    if (await isCopying(from, id, here)) {
      // nobody would tell the other one to run
      await from.virsh.run('domjobabort', nameOf(id)).catch(() => undefined)
      return undefined
    }
    if (verdict === 'waiting') {
      if (!hasWaited(`end of ${move}`, WAITING_MS)) return undefined
      await forget(to, id, there!)
      return undefined
    }
    if (verdict === 'never' || !here) return 'never'
    const { generation, move_end, move_reason } = here.record
    if (move_end) return { state: move_end, ...(move_end === 'failed' && { reason: move_reason ?? INTERRUPTED }) }
    if (mustGoOn(here)) await from.virsh.run('resume', nameOf(id))
    await definitions.removeFiles(to, id, generation)
    await from.change(id, async (domain) => {
      if (domain) await from.write(domain, { move_end: end.state, move_reason: end.reason })
    })
    return end
  }

  /** Whether libvirt copies its memory, for somebody who may be gone. */
  async function isCopying({ virsh }: Host, id: string, domain: Domain | undefined): Promise<boolean> {
    if (!domain || domain.condition.startsWith('shut off')) return false
    const info = await virsh.run('domjobinfo', nameOf(id)).catch((error: unknown) => {
      if (has(error, 'host')) throw error
      return ''
    })
    return /^Operation:\s+Outgoing migration/m.test(info)
  }

  return {
    async begin(at, to_sled_id, id) {
      const places = placesOf(at, to_sled_id, id)
      const domain = await places.from.find(at.id)
      if (domain?.record.move === id || active.has(id)) return
      mustRun(domain)
      if (places.from === places.to) throw new DriverError('refused', `${domain.record.name} runs on that sled already`)
      await mustHaveVirsh()
      for (const host of [places.from, places.to]) await mustSeeVolumes(host)
      await begin(places)
    },

    async find(at, to_sled_id, id) {
      const places = placesOf(at, to_sled_id, id)
      const running = { id, to_sled_id, state: 'running' as const, total: 0, remaining: 0 }
      if (active.has(id)) return { ...running, ...(await progressOf(places)) }
      try {
        const end = await alone(places, () => settle(places, { state: 'failed', reason: INTERRUPTED }))
        if (end === 'never') return undefined
        return { ...running, ...end }
      } catch (error) {
        if (has(error, 'busy')) return running
        throw error
      }
    },

    async cancel(at, to_sled_id, id) {
      const places = placesOf(at, to_sled_id, id)
      const own = active.get(id)
      if (!own) return
      own.isCancelled = true
      // it may not have begun yet, or have ended
      await places.from.virsh.run('domjobabort', nameOf(at.id)).catch(() => undefined)
    },
  }

  /** Both are 0 before the copy begins, and after it. */
  async function progressOf({ id, from }: Places): Promise<Pick<Migration, 'total' | 'remaining'>> {
    const info = await from.virsh.run('domjobinfo', nameOf(id), '--rawstats').catch(() => '')
    const bytes = (name: string) => Number(new RegExp(`^\\s*${name}:?\\s*(\\d+)`, 'm').exec(info)?.[1] ?? 0)
    return { total: bytes('memory_total'), remaining: bytes('memory_remaining') }
  }
}

function mustRun(domain: Domain | undefined): asserts domain is Domain {
  if (!domain) throw new DriverError('unknown_machine', 'the machine is gone')
  const { record, condition } = domain
  const { name, state, frozen } = record
  if (state !== 'running') throw new DriverError('wrong_state', `${name} is ${state}, not running`)
  if (!condition.startsWith('running')) throw new DriverError('wrong_state', `${name} is paused on its host`)
  if (frozen !== undefined) throw new DriverError('busy', `the disks of ${name} are being copied`)
}
