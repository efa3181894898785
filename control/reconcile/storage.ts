// Reconciles the block store with the tables: creates volumes, lets them grow, gives them to machines that run, computes digests of
// imports, and removes deleted volumes. Says which volumes are missing.
import { sql } from 'kysely'
import type { Host } from '../frame/context.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles } from '../frame/troubles.ts'
import { missingVolumes } from '../storage/missing-volumes.ts'
import { workOn, workUnderWay } from '../storage/volume-work.ts'
import type { VolumeRow } from '../storage/volume.ts'
import type { Loop } from './loop.ts'

const MAX_CONCURRENT = 8
const RETRY_DELAY_MS = 2_000
/** Maximum backoff for volumes that fail repeatedly. */
const MAX_RETRY_DELAY_MS = 300_000
/** A volume that takes longer continues in the background: copying a terabyte must not block the blank disk behind it. */
const RECHECK_MS = 250
/** Listing all volumes takes a while where there are many. */
const COMPARE_INTERVAL_MS = 300_000

export function storageLoop(host: Host, notify: () => void): Loop {
  const failed = new Map<string, { times: number; until: number }>()
  const troubles = makeTroubles(host.clock)
  let missing = new Map<string, string>()
  let compared = -Infinity
  let comparing: Promise<void> | undefined
  const now = () => host.clock.now().getTime()

  async function start(id: string): Promise<boolean> {
    const { problem, isWaiting = false } = await workOn(host, id)
    const worked = problem === undefined
    if (worked) troubles.pass(id)
    else troubles.fail(id, problem)
    const times = isWaiting ? 1 : (failed.get(id)?.times ?? 0) + 1
    if (worked && !isWaiting) failed.delete(id)
    else failed.set(id, { times, until: now() + Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** (times - 1)) })
    notify()
    return worked && !isWaiting
  }

  const mayTry = (id: string) => !workUnderWay(host).has(id) && now() >= (failed.get(id)?.until ?? -Infinity)

  /** Forgets failures that were not retried when due: their volumes no longer exist. */
  function forget() {
    for (const [id, { until }] of failed) if (now() - until > MAX_RETRY_DELAY_MS) failed.delete(id)
    troubles.keep((key) => failed.has(key) || missing.has(key))
  }

  /** What is missing is told until it is back or no longer wanted. A storage that does not answer is an issue of its own. */
  async function compare() {
    const found = await missingVolumes(host).catch(() => missing)
    for (const [id, problem] of found) troubles.fail(id, problem)
    for (const id of missing.keys()) if (!found.has(id) && !failed.has(id)) troubles.pass(id)
    missing = found
  }

  /** In the background: users wait for their volumes meanwhile. */
  function compareSometimes() {
    if (comparing || now() - compared < COMPARE_INTERVAL_MS) return
    compared = now()
    comparing = compare().finally(() => (comparing = undefined))
  }

  async function step(): Promise<boolean> {
    forget()
    compareSometimes()
    const waiting = (await waitingVolumes(host)).filter(mayTry)
    const started = waiting.slice(0, Math.max(0, MAX_CONCURRENT - workUnderWay(host).size)).map(start)
    const running = [...workUnderWay(host).values()]
    if (started.length === 0 && running.length === 0) return false
    const nap = new AbortController()
    const worked = await Promise.race([
      ...started,
      ...running.map((work) => work.then(({ problem, isWaiting }) => problem === undefined && !isWaiting)),
      napping(host.clock, RECHECK_MS, nap.signal).then(() => true),
    ])
    nap.abort()
    return worked || workUnderWay(host).size > 0
  }

  return { name: 'storage', every: RETRY_DELAY_MS, step, troubles }
}

/**
 * New volumes first, because users wait for them. Volumes being copied are not removed yet, and digests run one at a
 * time, the shortest first.
 * Failed volumes come last, so that a hundred that cannot be removed do not block the rest.
 */
async function waitingVolumes(host: Host): Promise<string[]> {
  const having = (task: NonNullable<VolumeRow['task']>, limit: number) =>
    host.db.read
      .selectFrom('volume')
      .select('id')
      .where('task', '=', task)
      .orderBy('attempts')
      .orderBy('id')
      .limit(limit)
  const [made, plugged, unplugged, grown, removed, digested] = await Promise.all([
    having('make', 100).execute(),
    having('attach', 100).execute(),
    having('detach', 100).execute(),
    having('grow', 100).execute(),
    having('remove', 100)
      .where(sql<boolean>`not exists (
        select 1 from volume as copy where copy.source_id = volume.id and copy.volume_state = 'making')`)
      .execute(),
    having('digest', 1).clearOrderBy().orderBy('attempts').orderBy('imported').orderBy('id').execute(),
  ])
  return [...made, ...plugged, ...unplugged, ...grown, ...removed, ...digested].map(({ id }) => id)
}
