// Makes the block store follow the tables: bytes for what was made, digests for what was imported, nothing for what is gone.
import { sql } from 'kysely'
import type { Host } from '../frame/context.ts'
import { napping } from '../frame/ports.ts'
import { workOn, workUnderWay } from '../storage/volume-work.ts'
import type { Loop } from './loop.ts'

const AT_ONCE = 8
const RETRY_AFTER = 2_000
/** What has failed again and again is tried less and less often, but at least this often. */
const RETRY_WITHIN = 300_000
/** A terabyte being copied must not hold up the empty disk behind it. */
const LOOK_AGAIN_AFTER = 250

export function storageLoop(host: Host, told: () => void): Loop {
  const failed = new Map<string, { times: number; until: number }>()
  const now = () => host.clock.now().getTime()

  async function start(id: string): Promise<boolean> {
    const worked = await workOn(host, id)
    const times = (failed.get(id)?.times ?? 0) + 1
    if (worked) failed.delete(id)
    else failed.set(id, { times, until: now() + Math.min(RETRY_WITHIN, RETRY_AFTER * 2 ** (times - 1)) })
    told()
    return worked
  }

  const mayTry = (id: string) => !workUnderWay(host).has(id) && now() >= (failed.get(id)?.until ?? -Infinity)

  /** What was not tried again when it could have been is not there any more. */
  function forget() {
    for (const [id, { until }] of failed) if (now() - until > RETRY_WITHIN) failed.delete(id)
  }

  async function step(): Promise<boolean> {
    forget()
    const waiting = (await waitingVolumes(host)).filter(mayTry)
    const started = waiting.slice(0, Math.max(0, AT_ONCE - workUnderWay(host).size)).map(start)
    const running = [...workUnderWay(host).values()]
    if (started.length === 0 && running.length === 0) return false
    const nap = new AbortController()
    const worked = await Promise.race([
      ...started,
      ...running,
      napping(host.clock, LOOK_AGAIN_AFTER, nap.signal).then(() => true),
    ])
    nap.abort()
    return worked || workUnderWay(host).size > 0
  }

  return { name: 'storage', every: RETRY_AFTER, step }
}

/**
 * New bytes first: people wait for those. What is still being copied is not removed yet; one digest at a time. What failed
 * comes last: a hundred volumes that cannot be removed must not keep all others from it.
 */
async function waitingVolumes(host: Host): Promise<string[]> {
  const having = (task: 'make' | 'digest' | 'remove', limit: number) =>
    host.db.read
      .selectFrom('volume')
      .select('id')
      .where('task', '=', task)
      .orderBy('attempts')
      .orderBy('id')
      .limit(limit)
  const [made, removed, digested] = await Promise.all([
    having('make', 100).execute(),
    having('remove', 100)
      .where(sql<boolean>`not exists (
        select 1 from volume as copy where copy.source_id = volume.id and copy.volume_state = 'making')`)
      .execute(),
    having('digest', 1).execute(),
  ])
  return [...made, ...removed, ...digested].map(({ id }) => id)
}
