// Checks hosts that operators have added, records which of them do not answer, and ends what runs on a host that was removed by force and
// answers again. May crash anywhere: a check is due until its result is recorded, and a removed host is forgotten only when it is empty.
import type { CheckedHost, Hosts, HostTrouble } from '#drivers/hosts.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import { REACHABLE_CHECK, troubleCheck, trustedOf, type HostRow } from '../system/host/host-state.ts'
import { claimIdentity, withIdentity } from '../system/host/host-identity.ts'
import { usedHosts, tellHosts } from '../system/host/tell-hosts.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 2_000
/** When to ask again for a host that could not be asked, or that was removed. */
const AGAIN_MS = 60_000
/** How long a step waits for hosts. Later ones continue, so that one that hangs delays no other. */
const MAX_STEP_MS = 5_000

export function hostLoop(host: Host, hosts: Hosts, notify: () => void): Loop {
  const troubles = makeTroubles(host.clock)
  /** Hosts that are being asked. */
  const underWay = new Map<string, Promise<void>>()
  const emptied = new Map<string, number>()
  /** What this server's rack was told last. */
  let told: string | undefined
  let poke: (() => void) | undefined

  async function step(): Promise<void> {
    const rows = await host.db.read.selectFrom('host').selectAll().where('time_trusted', 'is not', null).execute()
    troubles.keep((key) => rows.some(({ id }) => id === key))
    const removed = rows.filter(({ time_removed }) => time_removed !== null)
    const kept = rows.filter(({ time_removed }) => time_removed === null)
    const used = new Set((await usedHosts(host.db.read)).map(({ id }) => id))
    for (const row of kept) if (used.has(row.id)) await noteTrouble(row)
    for (const row of removed) if (isTimeToEmpty(row)) begin(row, () => empty(row))
    // the one that was removed has to end first what they both run
    const waits = ({ sled_id }: HostRow) => removed.some((row) => row.sled_id !== null && row.sled_id === sled_id)
    for (const row of kept) if (isDue(row) && !waits(row)) begin(row, () => check(row))
    const nap = new AbortController()
    await Promise.race([Promise.all(underWay.values()), napping(host.clock, MAX_STEP_MS, nap.signal)])
    nap.abort()
  }

  const before = (time: string | null) => host.clock.now().getTime() - (time === null ? -Infinity : Date.parse(time))
  const isDue = (row: HostRow) =>
    row.time_check_wanted !== null || (row.trouble !== null && before(row.time_checked) >= AGAIN_MS)

  function isTimeToEmpty({ id }: HostRow): boolean {
    const now = host.clock.now().getTime()
    if (now - (emptied.get(id) ?? -Infinity) < INTERVAL_MS * 5) return false
    if (!underWay.has(id)) emptied.set(id, now)
    return true
  }

  function begin({ id, address }: HostRow, work: () => Promise<void>): void {
    if (underWay.has(id)) return
    const run = async () => {
      try {
        await work()
        troubles.pass(id)
      } catch (error) {
        if (driverErrorOf(error) === 'closed') return
        troubles.fail(id, `host ${address}: ${problemOf(error)}`)
        host.log.warn('a host could not be checked', { host: address, error: String(error) })
      } finally {
        underWay.delete(id)
        poke?.()
      }
    }
    underWay.set(id, run())
  }

  async function check(row: HostRow): Promise<void> {
    const used = await usedHosts(host.db.read)
    const others = used.filter(({ id }) => id !== row.id).map(({ in_service: _in_service, ...other }) => other)
    await record(row, await ask(row, others))
  }

  const ask = (row: HostRow, others: Parameters<Hosts['check']>[1]): Promise<CheckedHost> =>
    hosts.check(trustedOf(row), others).catch((error: unknown) => {
      if (driverErrorOf(error) !== 'host') throw error
      return { checks: [troubleCheck(row, { code: 'unreachable', text: problemOf(error) })] }
    })

  /** Unless the host was trusted again, asked to be checked again or removed meanwhile. */
  async function record(row: HostRow, { checks, facts, trouble: found }: CheckedHost): Promise<void> {
    const now = host.clock.now().toISOString()
    const trouble = facts ? undefined : (found ?? hosts.trouble(row.id) ?? silenceOf(checks))
    const isChanged = await host.db.transaction(async (tx) => {
      const current = await tx.selectFrom('host').selectAll().where('id', '=', row.id).executeTakeFirst()
      if (!current || current.time_removed !== null || current.time_check_wanted !== row.time_check_wanted) return false
      const identity = facts && (await claimIdentity(tx, current, facts.id))
      // of one that was known before and does not answer, the earlier ones still say more
      const all = facts || current.sled_id === null ? withIdentity(checks, identity?.check) : current.checks
      const result = { checks: all, time_checked: now, ...columnsOf(current, trouble, now) }
      // one whose identity belongs to another has no sled
      const isTaken = identity?.check !== undefined
      const sled = facts ? (isTaken ? NO_SLED : { sled_id: facts.id, serial: facts.serial }) : {}
      const time_check_wanted = identity?.isOccupied ? row.time_check_wanted : null
      await tx
        .updateTable('host')
        .set({ ...result, ...sled, time_check_wanted })
        .where('id', '=', row.id)
        .execute()
      await append(host, tx, outcomeOf(now, 'host', subjectOf(row)))
      return true
    })
    if (isChanged) notify()
  }

  /** Records what the driver has noticed about a host that the rack uses. */
  async function noteTrouble(row: HostRow): Promise<void> {
    if (row.time_check_wanted !== null || underWay.has(row.id)) return
    const trouble = hosts.trouble(row.id)
    if (row.trouble === (trouble?.code ?? null) && row.trouble_text === (trouble?.text ?? null)) return
    const now = host.clock.now().toISOString()
    await host.db.transaction(async (tx) => {
      const update = tx
        .updateTable('host')
        .set(columnsOf(row, trouble, now))
        .where('id', '=', row.id)
      await update.where('time_check_wanted', 'is', null).execute()
      await append(host, tx, outcomeOf(now, 'host', subjectOf(row)))
    })
    notify()
  }

  /** Fails while the host does not answer. */
  async function empty({ id, address, sled_id }: HostRow): Promise<void> {
    try {
      const machines = sled_id === null ? [] : await host.machines.list(sled_id)
      for (const machine of machines) await host.machines.remove({ id: machine.id, sled_id: machine.sled_id })
      if (machines.length > 0)
        host.log.info('ended the machines of a host that was removed by force', {
          host: address,
          count: machines.length,
        })
    } catch (error) {
      if (driverErrorOf(error) === 'host') return
      throw error
    }
    await host.db.transaction((tx) =>
      tx.deleteFrom('host').where('id', '=', id).where('time_removed', 'is not', null).execute(),
    )
    emptied.delete(id)
  }

  return {
    name: 'host',
    every: INTERVAL_MS,
    async everywhere() {
      told = await tellHosts(host, told)
    },
    step,
    troubles,
    watch(wake) {
      poke = wake
      return () => (poke = undefined)
    },
  }
}

const NO_SLED = { sled_id: null, serial: null }

const subjectOf = ({ id, address }: HostRow) => ({ id, name: address, silo_id: null, project_id: null })

function columnsOf(row: HostRow, trouble: HostTrouble | undefined, now: string) {
  if (!trouble) return { trouble: null, trouble_text: null, time_trouble: null }
  const time_trouble = row.trouble === trouble.code ? row.time_trouble : now
  return { trouble: trouble.code, trouble_text: trouble.text, time_trouble }
}

/** Says why a host could not be asked. */
function silenceOf(checks: CheckedHost['checks']): HostTrouble {
  const failed = checks.find(({ name, state }) => name === REACHABLE_CHECK && state === 'failed')
  const text = (failed ?? checks.find(({ state }) => state === 'failed'))?.text
  return { code: 'unreachable', text: text ?? 'The host does not answer.' }
}
