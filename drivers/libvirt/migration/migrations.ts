// Moves running machines between hosts. What must outlive this process is in the record of the machine: the last move on the host that
// it leaves, and the same on the one that it came to. So `find` needs nothing but what both hosts say.
import type { Clock } from '../../clock.ts'
import { DriverError, type DriverErrorCode } from '../../driver-error.ts'
import type { Lease } from '../../lease.ts'
import type { MachineAt } from '../../machines.ts'
import type { Migration, Migrations } from '../../migrations.ts'
import { type makeDefinitions, undefine, type Warn } from '../definitions.ts'
import type { HostSet } from '../host-set.ts'
import type { Host } from '../host.ts'
import type { Domain } from '../reader.ts'
import { ignoreRunning } from '../pursuit.ts'
import { type MachineRecord, nameOf } from '../record.ts'
import { migrate, mustHaveVirsh } from './command.ts'
import { copyHistory } from './history.ts'
import { abortCopy, endsCopy, progressOf } from './job.ts'
import { makePreparation, type Ready } from './preparation.ts'
import { mustGoOn, verdictAlone, verdictOf } from './recovery.ts'

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
  warn: Warn
  closed: AbortSignal
}

interface Places {
  id: string
  move: string
  from: Host
  to: Host
}

/** Hosts of a move, without the other one if that is off. */
type Left = Omit<Places, 'to'> & Partial<Pick<Places, 'to'>>

const isBoth = (places: Left): places is Places => places.to !== undefined

/** End of a move after which the machine is where it was. */
type End = Pick<Migration, 'reason'> & { state: 'cancelled' | 'failed' }
type Outcome = Pick<Migration, 'state' | 'reason'>

const isRunning = ({ condition }: Domain) => condition.startsWith('running')
const isLost = (answer: PromiseSettledResult<unknown>) => answer.status === 'rejected' && has(answer.reason, 'host')

const has = (error: unknown, ...codes: DriverErrorCode[]) => error instanceof DriverError && codes.includes(error.code)

export function makeLibvirtMigrations(options: LibvirtMigrationsOptions): Migrations {
  const { hosts, clock, lease, definitions, mustSeeVolumes, warn, closed } = options
  const prepare = makePreparation(definitions)
  /** The moves that this process carries out. */
  const active = new Map<string, { isCancelled: boolean }>()
  /** Since when something is waited for, by move. */
  const waits = new Map<string, number>()

  function leftOf({ id, sled_id }: MachineAt, move: string): Left {
    if (closed.aborted) throw new DriverError('closed', 'the driver has been closed')
    return { id, move, from: hostOf(sled_id) }
  }

  const placesOf = (at: MachineAt, to_sled_id: string, move: string): Places => ({
    ...leftOf(at, move),
    to: hostOf(to_sled_id),
  })

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
  const alone = <T>({ move }: Left, work: () => Promise<T>) => lease.alone(`migration ${move}`, work)

  /** Resolves once the copy is under way. */
  function begin(places: Places, before: MachineRecord): Promise<void> {
    // while this server waited or stood still, this move may have ended and another one begun, whose files have the same names
    const mustBeAsBefore = (found: Domain) => {
      if (found.record.move !== before.move)
        throw new DriverError('wrong_state', `${before.name} has begun another move`)
    }
    return new Promise((resolve, reject) => {
      const journey = alone(places, async () => {
        const { id, move, from, to } = places
        const found = await from.find(id)
        // by another server, while this one waited
        if (found?.record.move === move) return resolve()
        mustRun(found)
        mustBeAsBefore(found)
        await mustBeFree(places)
        let ready: Ready
        try {
          ready = await prepare(places)
          const isNew = await from.change(id, async (domain) => {
            // by another server, whose lease has run out
            if (domain?.record.move === move) return false
            mustRun(domain)
            mustBeAsBefore(domain)
            await from.write(domain, { move, move_end: undefined, move_reason: undefined })
            return true
          })
          if (!isNew) return resolve()
        } catch (error) {
          // the seed has keys and user data
          const now = await from.find(id).catch(() => undefined)
          if (now && now.record.move === before.move)
            await definitions.removeFiles(to, id, found.record.generation).catch(() => undefined)
          throw error
        }
        const own = { isCancelled: false }
        active.set(move, own)
        resolve()
        try {
          // while this server stood still, another one may have found that the move did not begin
          const current = (await from.find(id))?.record
          if (current?.move !== move || current.move_end !== undefined) return
          const reason = await migrate({ id, from, to, ...ready }, warn)
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
    if (there.standing !== 'ours' || isRunning(there))
      throw new DriverError('refused', `the other host has a domain ${nameOf(id)} already`)
    await forget(to, id, there)
  }

  async function forget(host: Host, id: string, { record }: Pick<Domain, 'record'>): Promise<void> {
    await undefine(host, id)
    await definitions.removeFiles(host, id, record.generation)
  }

  /** Finds out where the machine is, and clears up what is left of it elsewhere. Undefined if that is not decided yet. */
  const settle = (places: Left, end: End): Promise<Outcome | 'never' | undefined> =>
    isBoth(places) ? settleBoth(places, end) : settleAlone(places, end)

  async function settleBoth(places: Places, end: End): Promise<Outcome | 'never' | undefined> {
    const { id, move, from, to } = places
    const [there, here] = await Promise.allSettled([to.find(id), from.find(id)])
    // it would be paused if the other host had been asked to let it run
    if (isLost(there) && here.status === 'fulfilled' && here.value?.record.move === move && isRunning(here.value))
      return stayedAt(places, here.value, end)
    // it would be in the record before anything is on the other host, which may never answer again
    if (isLost(there) && here.status === 'fulfilled' && here.value && here.value.record.move !== move) return 'never'
    if (there.status === 'rejected') throw there.reason
    if (
      isLost(here) &&
      verdictOf(move, undefined, there.value) === 'moved' &&
      hasWaited(`history of ${move}`, HISTORY_MS)
    )
      // what is left there is removed when it answers again
      return { state: 'completed' }
    if (here.status === 'rejected') throw here.reason
    const verdict = verdictOf(move, here.value, there.value)
    if (verdict === 'moved') {
      if (here.value && there.value) await copyHistory(from, to, id, here.value.record.generation)
      if (here.value) await forget(from, id, here.value)
      return { state: 'completed' }
    }
    if (verdict === 'waiting') {
      if ((await endsCopy(from, id, here.value)) || !hasWaited(`end of ${move}`, WAITING_MS)) return undefined
      await forget(to, id, there.value!)
      return undefined
    }
    return verdict === 'never' || !here.value ? 'never' : stayedAt(places, here.value, end)
  }

  /** What had arrived there is lost. What waits here for the switch may have: it starts again from its disks. */
  async function settleAlone(places: Left, end: End): Promise<Outcome | 'never' | undefined> {
    const { id, move, from } = places
    const here = await from.find(id)
    const verdict = verdictAlone(move, here)
    if (verdict === 'never' || !here) return 'never'
    if (verdict !== 'moved') return stayedAt(places, here, end)
    // then libvirt lets it go on here: it was not told to run there
    if (await endsCopy(from, id, here)) return undefined
    await forget(from, id, here)
    return { state: 'completed' }
  }

  /** Undefined if that is not so any more: another server, which has lost the lease, may have gone on with the move meanwhile. */
  async function stayedAt({ id, move, from, to }: Left, here: Domain, end: End): Promise<Outcome | undefined> {
    const { generation, move_end, move_reason } = here.record
    if (move_end) return { state: move_end, ...(move_end === 'failed' && { reason: move_reason ?? INTERRUPTED }) }
    if (await endsCopy(from, id, here)) return undefined
    if (mustGoOn(here)) {
      if (to && (await to.find(id))?.record.move === move) return undefined
      await from.virsh.run('resume', nameOf(id)).catch(ignoreRunning)
    }
    if (to)
      await definitions.removeFiles(to, id, generation).catch((error: unknown) => {
        // they are removed with the machine
        if (!has(error, 'host')) throw error
      })
    const isThere = await from.change(id, async (domain) => {
      if (domain?.record.move !== move) return false
      await from.write(domain, { move_end: end.state, move_reason: end.reason })
      return true
    })
    return isThere ? end : undefined
  }

  return {
    async begin(at, to_sled_id, id) {
      const places = placesOf(at, to_sled_id, id)
      const domain = await places.from.find(at.id)
      if (domain?.record.move === id || active.has(id)) return
      mustRun(domain)
      if (places.from === places.to) throw new DriverError('refused', `${domain.record.name} runs on that sled already`)
      await mustHaveVirsh()
      await Promise.all([places.from, places.to].map(mustSeeVolumes))
      await begin(places, domain.record)
    },

    async find(at, to_sled_id, id, { isOtherOff } = { isOtherOff: false }) {
      const running = { id, to_sled_id, state: 'running' as const, total: 0, remaining: 0 }
      const places = isOtherOff ? leftOf(at, id) : placesOf(at, to_sled_id, id)
      if (active.has(id)) return { ...running, ...(await progressOf(places.from, at.id)) }
      try {
        const end = await alone(places, () => settle(places, { state: 'failed', reason: INTERRUPTED }))
        if (end === 'never') return undefined
        return { ...running, ...end }
      } catch (error) {
        if (has(error, 'busy')) return running
        throw error
      }
    },

    async cancel(at, _to_sled_id, id) {
      const { from } = leftOf(at, id)
      const own = active.get(id)
      if (own) {
        own.isCancelled = true
        return abortCopy(from, at.id)
      }
      await alone(leftOf(at, id), () =>
        from.change(at.id, async (domain) => {
          if (!domain || domain.record.move === id) return
          await from.write(domain, { move: id, move_end: 'cancelled', move_reason: undefined })
        }),
      )
    },
  }
}

function mustRun(domain: Domain | undefined): asserts domain is Domain {
  if (!domain) throw new DriverError('unknown_machine', 'the machine is gone')
  const { name, state, frozen } = domain.record
  if (state !== 'running') throw new DriverError('wrong_state', `${name} is ${state}, not running`)
  if (!isRunning(domain)) throw new DriverError('wrong_state', `${name} is paused on its host`)
  if (frozen !== undefined) throw new DriverError('busy', `the disks of ${name} are being copied`)
}
