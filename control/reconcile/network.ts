// Applies the networks of VPCs. The work follows what has changed: a VPC whose generation in force is the one wanted costs nothing. At the
// start, every ten minutes and when the network says so, everything is compared.
import type { Host } from '../frame/context.ts'
import { desiredNetwork } from '../network/desired/desired-network.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles, problemOf as reasonOf } from '../frame/troubles.ts'
import { compareNetworks } from './network-compare.ts'
import type { Confirmed } from './network-confirmation.ts'
import type { Loop } from './loop.ts'

const MAX_CONCURRENT_CALLS = 8
const COMPARE_INTERVAL_MS = 10 * 60_000
const RETRY_DELAY_MS = 1_000
/** Maximum backoff. */
const MAX_RETRY_DELAY_MS = 60_000
/** A call that takes longer continues in the background: one VPC must not delay the others. */
const RECHECK_MS = 100
/** Keeps the lease between steps, which saves two transactions per write. */
const INTERVAL_MS = 5_000
/** Gives it back after each step, because a write on another replica wakes only that one. */
const SHARED_INTERVAL_MS = 60_000
/** The response of a write waits only for a second, and the lease of another replica lasts as long as its step. */
const LEASE_RETRY_MS = 50
/** The job that compares everything, besides one job per VPC. */
const COMPARE = 'compare'

interface Failure {
  generation: number
  times: number
  until: number
  problem: string
}

export function networkLoop(host: Host, confirmed: Confirmed): Loop {
  const { db, network } = host
  const jobs = new Map<string, Promise<void>>()
  const failures = new Map<string, Failure>()
  const troubles = makeTroubles(host.clock)
  let nextComparison = -Infinity
  const now = () => host.clock.now().getTime()

  async function step(): Promise<boolean | number> {
    for (;;) {
      await startJobs()
      if (jobs.size === 0) return untilNext()
      if (!(await oneEnds())) return true
    }
  }

  async function startJobs(): Promise<void> {
    if (now() >= nextComparison && mayTry(COMPARE, 0)) start(COMPARE, 0, compare)
    const pending = await pendingVpcs()
    forget(pending)
    for (const { vpc_id, wanted } of pending) {
      if (jobs.size >= MAX_CONCURRENT_CALLS) return
      if (mayTry(vpc_id, wanted)) start(vpc_id, wanted, () => bring(vpc_id))
    }
  }

  const pendingVpcs = () =>
    db.read
      .selectFrom('vpc_network')
      .select(['vpc_id', 'wanted'])
      .whereRef('wanted', '>', 'in_force')
      .orderBy('vpc_id')
      .execute()

  /** Forgets failures of VPCs that another replica has applied. */
  function forget(pending: readonly { vpc_id: string }[]): void {
    const ids = new Set(pending.map(({ vpc_id }) => vpc_id))
    for (const id of failures.keys()) if (id !== COMPARE && !ids.has(id)) failures.delete(id)
    troubles.keep((id) => id === COMPARE || ids.has(id))
  }

  /** A new generation is tried at once: it may be the one that works. */
  function mayTry(id: string, generation: number): boolean {
    const failure = failures.get(id)
    return !jobs.has(id) && (!failure || generation > failure.generation || now() >= failure.until)
  }

  function start(id: string, generation: number, work: () => Promise<void>): void {
    const succeed = () => {
      failures.delete(id)
      troubles.pass(id)
    }
    const job = work().then(succeed, (error: unknown) => fail(id, generation, error))
    jobs.set(
      id,
      job.finally(() => jobs.delete(id)),
    )
  }

  async function bring(vpc_id: string): Promise<void> {
    const desired = await desiredNetwork(db, vpc_id)
    if (desired) await network.apply(desired)
    else await network.remove(vpc_id)
    const generation = desired?.generation ?? Infinity
    await db.transaction(
      async (tx) =>
        desired
          ? await tx
              .updateTable('vpc_network')
              .set({ in_force: desired.generation, problem: null })
              .where('vpc_id', '=', vpc_id)
              .where('in_force', '<', desired.generation)
              .execute()
          : await tx.deleteFrom('vpc_network').where('vpc_id', '=', vpc_id).execute(),
      // what is lost in a power cut is applied again
      { quiet: true, durable: false },
    )
    confirmed(vpc_id, generation)
  }

  async function compare(): Promise<void> {
    await compareNetworks(host)
    nextComparison = now() + COMPARE_INTERVAL_MS
  }

  async function fail(id: string, generation: number, error: unknown): Promise<void> {
    const known = failures.get(id)
    const times = (known?.times ?? 0) + 1
    const until = now() + Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** (times - 1))
    const problem = problemOf(error)
    troubles.fail(id, `${id === COMPARE ? 'comparing' : `VPC ${id}`}: ${reasonOf(inFull(error))}`)
    failures.set(id, { generation, times, until, problem })
    if (known?.problem === problem) return
    host.log.warn('the network could not be brought in line', { vpc: id, error: String(inFull(error)) })
    if (id !== COMPARE) await record(id, problem)
  }

  const record = (vpc_id: string, problem: string) =>
    db
      .transaction((tx) => tx.updateTable('vpc_network').set({ problem }).where('vpc_id', '=', vpc_id).execute(), {
        quiet: true,
        durable: false,
      })
      .catch((error: unknown) => host.log.warn('a problem was not recorded', { vpc: vpc_id, error: String(error) }))

  /** False if none does within a moment. */
  async function oneEnds(): Promise<boolean> {
    const nap = new AbortController()
    const ended = await Promise.race([
      ...[...jobs.values()].map((job) => job.then(() => true)),
      napping(host.clock, RECHECK_MS, nap.signal).then(() => false),
    ])
    nap.abort()
    return ended
  }

  /** Milliseconds until the next retry or comparison. */
  function untilNext(): number {
    const times = [...failures.values()].map(({ until }) => until)
    if (!failures.has(COMPARE)) times.push(nextComparison)
    return Math.max(1, Math.min(...times) - now())
  }

  return {
    name: 'network',
    every: db.version === undefined ? SHARED_INTERVAL_MS : INTERVAL_MS,
    retryMs: LEASE_RETRY_MS,
    step,
    troubles,
    watch: (poke) =>
      network.watch(() => {
        // it is back, or somebody else has changed it
        failures.clear()
        nextComparison = -Infinity
        poke()
      }),
  }
}

/** What tenants do not learn, such as the names of hosts. */
const inFull = (error: unknown): unknown =>
  error instanceof Error && typeof error.cause === 'string' ? error.cause : error

/** A driver's message is for people; other errors say too much. Recognized by name, because the host supplies the driver's classes. */
const problemOf = (error: unknown): string =>
  error instanceof Error && error.name === 'DriverError' ? error.message : 'internal error'
