// Reconcile loops: each makes one thing outside the database match the tables. A loop may crash anywhere. It holds a lease,
// so one replica works at a time and another takes over when the lease expires. What a loop keeps failing to do becomes an issue: an
// error that ends its pass, a pass that does not end, and what the loop itself says (frame/troubles.ts).
import type { Host } from '../frame/context.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles, type Troubles } from '../frame/troubles.ts'
import { claimLease, LEASE_MS, releaseLease } from './lease.ts'
import { makeHealth } from './loop-health.ts'

export interface Loop {
  name: string
  /** Milliseconds between steps without a poke, because not every external change is announced. */
  every: number
  /** What every replica does before a step, also without the lease, because it concerns what each has for itself. */
  everywhere?(): Promise<void>
  /** Milliseconds until a poked loop asks again for a lease that another replica holds. */
  retryMs?: number
  /** Idempotent. Returns true if there is more to do now, or in how many milliseconds there may be. */
  step(): Promise<boolean | number | void>
  /** Subscribes to external changes when the loops start. Returns a function that unsubscribes. */
  watch?(poke: () => void): () => void
  /** Ends what goes on between its steps: another replica may do the same now. */
  lost?(): void
  /** What it keeps failing to do although its steps end without an error. */
  troubles?: Troubles
}

export interface LoopStatus {
  name: string
  every: number
  /** Whether this replica holds the lease. Loops with long pauses give it up after each step. */
  isLeased: boolean
  /** When a step last ended without an error on this replica. */
  lastPass: Date | undefined
}

export interface Loops {
  start(): void
  poke(...names: string[]): void
  status(): LoopStatus[]
  stop(): Promise<void>
}

/** A step that takes longer than this is stuck, and another replica may try. */
const MAX_STEP_MS = 10 * 60_000
const RETRY_DELAY_MS = 1_000
/** A loop that has failed this often in a row goes back to its interval, or to this one. */
const MAX_QUICK_RETRIES = 10
const MAX_RETRY_DELAY_MS = 60_000
/** The key of the loop as a whole, in its own troubles. */
const WHOLE = ''

const newState = (host: Pick<Host, 'db' | 'clock'>, name: string) => ({
  leasedUntil: 0,
  lastPass: undefined as Date | undefined,
  /** In a row. */
  failures: 0,
  own: makeTroubles(host.clock),
  health: makeHealth(host, name),
})

export function makeLoops(host: Pick<Host, 'db' | 'clock' | 'random' | 'log'>, loops: Loop[]): Loops {
  const ended = new AbortController()
  const holder = host.random.uuid()
  const wake = new Map<string, () => void>()
  const poked = new Set<string>()
  const states = new Map(loops.map(({ name }) => [name, newState(host, name)]))
  let running: Promise<void>[] = []
  let unwatch: (() => void)[] = []

  /** `taken`: another replica may have had it meanwhile. */
  async function claim(loop: Loop): Promise<'kept' | 'taken' | false> {
    const now = host.clock.now().getTime()
    const claimed = await claimLease(host, loop.name, holder)
    states.get(loop.name)!.leasedUntil = claimed ? now + LEASE_MS : 0
    if (claimed !== 'kept') loop.lost?.()
    return claimed
  }

  /** Renews the lease during a long step, so that no second replica starts the same work. */
  async function keepingLease(loop: Loop) {
    const { name } = loop
    const over = new AbortController()
    const renew = async () => {
      for (let left = MAX_STEP_MS; left > 0; left -= LEASE_MS / 3) {
        await napping(host.clock, LEASE_MS / 3, over.signal)
        if (over.signal.aborted) return
        await claim(loop)
      }
      await failed(name, new Error(`a pass has not ended after ${MAX_STEP_MS / 60_000} minutes`))
    }
    const renewing = renew().catch((error: unknown) =>
      host.log.warn(`the lease of ${name} could not be renewed`, { error: String(error) }),
    )
    try {
      return await loop.step()
    } finally {
      over.abort()
      await renewing
    }
  }

  /** Records what fails now. If that fails too, the database is out of reach, and only the log can tell. */
  async function recordHealth({ name, troubles }: Loop): Promise<void> {
    const { health, own } = states.get(name)!
    await health
      .record([...own.all(), ...(troubles?.all() ?? [])])
      .catch((error: unknown) => host.log.warn(`the state of ${name} was not recorded`, { error: String(error) }))
  }

  async function failed(name: string, error: unknown): Promise<void> {
    states.get(name)!.own.fail(WHOLE, error)
    await recordHealth(loops.find((loop) => loop.name === name)!)
  }

  const release = (name: string) => releaseLease(host, name, holder)

  async function run(loop: Loop) {
    const state = states.get(loop.name)!
    while (!ended.signal.aborted) {
      const nap = new AbortController()
      wake.set(loop.name, () => nap.abort())
      let pause = loop.every
      // before anything that can fail, so that a failure never leads straight to the next attempt
      const isPoked = poked.delete(loop.name)
      try {
        await loop.everywhere?.()
        const now = host.clock.now().getTime()
        // too far ahead: our clock was set back, and another replica may hold the lease by now
        const isDue = now > state.leasedUntil - LEASE_MS / 2 || state.leasedUntil > now + LEASE_MS
        // before the step, so that a pass without failures has nothing left to do
        if (isDue && (await claim(loop)) === 'taken') await state.health.refresh()
        const isOurs = state.leasedUntil > 0
        const again = isOurs && (await keepingLease(loop))
        if (isOurs) {
          state.lastPass = host.clock.now()
          state.failures = 0
          state.own.pass(WHOLE)
          await recordHealth(loop)
        }
        if (again) pause = again === true ? 0 : Math.min(again, loop.every)
        if (state.leasedUntil > 0 && pause > LEASE_MS) {
          // it would expire before the next step, and meanwhile keep away a replica that is poked
          await release(loop.name)
          state.leasedUntil = 0
        } else if (state.leasedUntil === 0 && isPoked && loop.every > LEASE_MS) {
          // another replica is at work, and may have begun before there was something to do
          await napping(host.clock, loop.retryMs ?? RETRY_DELAY_MS, ended.signal)
          poked.add(loop.name)
        }
      } catch (error) {
        state.failures++
        // without the lease another replica is at work
        if (state.leasedUntil > 0) await failed(loop.name, error)
        // the database may answer the others
        if (host.clock.now().getTime() > state.leasedUntil) loop.lost?.()
        host.log.error(`reconciling ${loop.name} failed`, { error: (error as Error)?.stack ?? String(error) })
        const delay = state.failures < MAX_QUICK_RETRIES ? 0 : Math.min(loop.every, MAX_RETRY_DELAY_MS)
        await napping(host.clock, Math.max(RETRY_DELAY_MS, delay), AbortSignal.any([nap.signal, ended.signal]))
        poked.add(loop.name)
      }
      // do not sleep through a poke that arrived during the step
      if (!poked.has(loop.name)) await napping(host.clock, pause, AbortSignal.any([nap.signal, ended.signal]))
    }
    state.leasedUntil = 0
    await release(loop.name).catch(() => undefined)
  }

  function poke(...names: string[]) {
    for (const name of names) {
      poked.add(name)
      wake.get(name)?.()
    }
  }

  return {
    start() {
      unwatch = loops.flatMap((loop) => loop.watch?.(() => poke(loop.name)) ?? [])
      running = loops.map(run)
    },
    poke,
    status: () =>
      loops.map(({ name, every }) => {
        const { leasedUntil, lastPass } = states.get(name)!
        return { name, every, isLeased: leasedUntil > host.clock.now().getTime(), lastPass }
      }),
    async stop() {
      for (const end of unwatch) end()
      ended.abort()
      await Promise.all(running)
    },
  }
}
