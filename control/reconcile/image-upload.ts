// Makes images of complete uploads, fetches those at a URL, and forgets abandoned ones. Work continues in the background of the loop: a
// large image must not block a small one.
import type { Host } from '../frame/context.ts'
import { Failure, notEnoughStorage } from '../frame/errors.ts'
import { ImageProblem, NO_STORAGE_LEFT } from '../frame/image-tools.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles, problemOf as reasonOf, type Troubles } from '../frame/troubles.ts'
import { claim, complete, fail, isCurrent, type Attempt } from '../storage/image-upload/attempt.ts'
import { release } from '../storage/image-upload/charge.ts'
import { makeImage } from '../storage/image-upload/make-image.ts'
import { blockErrorOf } from '../storage/block-error.ts'
import type { Loop } from './loop.ts'

const MAX_CONCURRENT = 2
const INTERVAL_MS = 60_000
const RECHECK_MS = 250
/** How often a running attempt looks whether it is still wanted. */
const WATCH_MS = 2_000
const RETRY_DELAY_MS = 5_000
const DAY_MS = 24 * 3_600_000
const ABANDONED_MS = DAY_MS
const ENDED_KEPT_MS = 7 * DAY_MS

export function imageUploadLoop(host: Host, notify: () => void): Loop {
  const running = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  const troubles = makeTroubles(host.clock)

  async function step(): Promise<boolean> {
    await forgetOld(host)
    const ids = await waiting(host)
    troubles.keep((id) => ids.includes(id))
    for (const id of ids) {
      if (running.size >= MAX_CONCURRENT) break
      if (running.has(id)) continue
      const work = perform(host, id, stopped.signal, troubles).finally(() => {
        running.delete(id)
        notify()
      })
      running.set(id, work)
    }
    if (running.size === 0) return false
    const nap = new AbortController()
    await Promise.race([...running.values(), napping(host.clock, RECHECK_MS, nap.signal)])
    nap.abort()
    if (stopped.signal.aborted) await Promise.all(running.values())
    return true
  }

  return { name: 'image-upload', every: INTERVAL_MS, step, troubles, watch: () => () => stopped.abort() }
}

async function waiting({ db }: Host): Promise<string[]> {
  const rows = db.read.selectFrom('image_upload').select('id').where('state', 'in', ['fetching', 'converting'])
  return (await rows.orderBy('id').limit(100).execute()).map(({ id }) => id)
}

async function perform(host: Host, id: string, stopped: AbortSignal, troubles: Troubles): Promise<void> {
  const over = new AbortController()
  try {
    const claimed = await claim(host, id)
    if (!claimed) return
    const attempt = { host, ...claimed, signal: AbortSignal.any([over.signal, stopped]) }
    const watching = watch(attempt, over)
    try {
      await complete(attempt, await makeImage(attempt))
      troubles.pass(id)
    } catch (error) {
      await handle(attempt, error, troubles)
    } finally {
      over.abort()
      await watching
    }
  } catch (error) {
    troubles.fail(id, `upload ${id}: ${reasonOf(error)}`)
    host.log.warn('an image upload could not be worked on', { upload: id, error: String(error) })
  }
}

/** Aborts the attempt once its upload was deleted. */
async function watch(attempt: Attempt, over: AbortController): Promise<void> {
  while (!over.signal.aborted) {
    await napping(attempt.host.clock, WATCH_MS, over.signal)
    if (!over.signal.aborted && !(await isCurrent(attempt).catch(() => true))) over.abort()
  }
}

/** What is the fault of the file or of a quota ends the upload. Anything else is tried again. */
async function handle(attempt: Attempt, error: unknown, troubles: Troubles): Promise<void> {
  const { host, row, signal } = attempt
  // deleted, or stopped with the server: then the next one tries again
  if (signal.aborted) return (await isCurrent(attempt)) ? undefined : fail(attempt, '')
  const problem = problemOf(error)
  if (problem !== undefined) return fail(attempt, problem)
  troubles.fail(row.id, `upload ${row.id}: ${reasonOf(error)}`)
  host.log.warn('an image could not be made', { upload: row.id, error: String(error) })
  await napping(host.clock, RETRY_DELAY_MS, signal)
}

function problemOf(error: unknown): string | undefined {
  const isFull = error instanceof Failure && error.message === notEnoughStorage().message
  if (isFull || blockErrorOf(error) === 'full') return NO_STORAGE_LEFT
  return error instanceof ImageProblem || error instanceof Failure ? error.message : undefined
}

async function forgetOld(host: Host): Promise<void> {
  const now = host.clock.now()
  const before = (age: number) => new Date(now.getTime() - age).toISOString()
  const old = await host.db.read
    .selectFrom('image_upload')
    .selectAll()
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'receiving'), is('time_modified', '<', before(ABANDONED_MS))]),
        is.and([is('state', 'in', ['done', 'failed']), is('time_modified', '<', before(ENDED_KEPT_MS))]),
      ]),
    )
    .limit(100)
    .execute()
  for (const { id, time_modified } of old)
    await host.db.transaction(async (tx) => {
      const gone = tx.deleteFrom('image_upload').where('id', '=', id).where('time_modified', '=', time_modified)
      const row = await gone.returningAll().executeTakeFirst()
      if (row?.state === 'receiving') await release({ db: tx, now: now.toISOString() }, row)
    })
}
