// Makes the block store follow the tables: bytes for what was made, digests for what was imported, nothing for what is gone.
import { sql } from 'kysely'
import type { Host } from '../context.ts'
import { napping } from '../ports.ts'
import { workOn, workUnderWay } from '../volume-work.ts'
import type { Loop } from './loop.ts'

const AT_ONCE = 8
const RETRY_AFTER = 2_000
/** A terabyte being copied must not hold up the empty disk behind it. */
const LOOK_AGAIN_AFTER = 250

export function storageLoop(host: Host, told: () => void): Loop {
  const failed = new Map<string, number>()

  async function start(id: string): Promise<boolean> {
    const worked = await workOn(host, id)
    if (worked) failed.delete(id)
    else failed.set(id, host.clock.now().getTime())
    told()
    return worked
  }

  const mayTry = (id: string) =>
    !workUnderWay(host).has(id) && host.clock.now().getTime() - (failed.get(id) ?? -Infinity) >= RETRY_AFTER

  async function step(): Promise<boolean> {
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

/** New bytes first: people wait for those. What is still being copied is not removed yet; one digest at a time. */
async function waitingVolumes(host: Host): Promise<string[]> {
  const having = (task: 'make' | 'digest' | 'remove', limit: number) =>
    host.db.read.selectFrom('volume').select('id').where('task', '=', task).orderBy('id').limit(limit)
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
