// Reconcile loops: each makes one outside thing match what the tables say. A loop may die anywhere; it holds a lease,
// so that of several replicas one works and the next takes over when it falls silent.
import type { Host } from '../frame/context.ts'
import { napping } from '../frame/ports.ts'

export interface Loop {
  name: string
  /** Looks even when nobody poked: what we were told is not all that happens. */
  every: number
  /** Idempotent. Returns true when there is more to do at once, or in how many milliseconds there may be. */
  step(): Promise<boolean | number | void>
  /** Something outside that knows when to look. Called once, when the loops start; answers how to stop it. */
  watch?(poke: () => void): () => void
}

export interface Loops {
  start(): void
  poke(...names: string[]): void
  stop(): Promise<void>
}

const LEASE = 15_000
/** A step that takes longer than this is stuck, and another replica may try. */
const LONGEST_STEP = 10 * 60_000
const RETRY_AFTER_ERROR = 1_000

export function makeLoops(host: Host, loops: Loop[]): Loops {
  const ended = new AbortController()
  const holder = host.random.uuid()
  const wake = new Map<string, () => void>()
  const poked = new Set<string>()
  let running: Promise<void>[] = []
  let unwatch: (() => void)[] = []

  async function claim(name: string): Promise<boolean> {
    const now = host.clock.now()
    const lease = { name, holder, time_expires: new Date(now.getTime() + LEASE).toISOString() }
    const claimed = await host.db.transaction((tx) =>
      tx
        .insertInto('lease')
        .values(lease)
        .onConflict((clash) =>
          clash
            .column('name')
            .doUpdateSet(lease)
            .where((is) => is.or([is('lease.holder', '=', holder), is('lease.time_expires', '<', now.toISOString())])),
        )
        .returning('name')
        .execute(),
    )
    return claimed.length > 0
  }

  /** Two replicas at the same work would be the price of a step that outlasts its lease. */
  async function keepingLease<T>(name: string, work: () => Promise<T>): Promise<T> {
    const over = new AbortController()
    const renew = async () => {
      for (let left = LONGEST_STEP; left > 0; left -= LEASE / 3) {
        await napping(host.clock, LEASE / 3, over.signal)
        if (over.signal.aborted) return
        await claim(name)
      }
    }
    const renewing = renew().catch((error: unknown) =>
      host.log.warn(`the lease of ${name} could not be renewed`, { error: String(error) }),
    )
    try {
      return await work()
    } finally {
      over.abort()
      await renewing
    }
  }

  async function release(name: string) {
    await host.db.transaction((tx) =>
      tx.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute(),
    )
  }

  async function run(loop: Loop) {
    let leasedUntil = 0
    while (!ended.signal.aborted) {
      const nap = new AbortController()
      wake.set(loop.name, () => nap.abort())
      let pause = loop.every
      try {
        const now = host.clock.now().getTime()
        if (now > leasedUntil - LEASE / 2) leasedUntil = (await claim(loop.name)) ? now + LEASE : 0
        poked.delete(loop.name)
        const again = leasedUntil > 0 && (await keepingLease(loop.name, loop.step))
        if (again) pause = again === true ? 0 : Math.min(again, loop.every)
      } catch (error) {
        host.log.error(`reconciling ${loop.name} failed`, { error: (error as Error)?.stack ?? String(error) })
        pause = RETRY_AFTER_ERROR
      }
      // a poke that came while the step ran must not be slept over
      if (!poked.has(loop.name)) await napping(host.clock, pause, AbortSignal.any([nap.signal, ended.signal]))
    }
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
    async stop() {
      for (const end of unwatch) end()
      ended.abort()
      await Promise.all(running)
    },
  }
}
