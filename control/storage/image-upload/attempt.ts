// One attempt to make the image of an upload. Each writes to a volume of its own, so that one that was given up cannot disturb the
// next, and the row decides in the end whether the result is still wanted.
import type { Tx } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { append, outcomeOf } from '../../frame/events.ts'
import { uniquely } from '../../frame/identity.ts'
import { release } from './charge.ts'
import type { UploadRow } from './find-upload.ts'
import { shownUrl } from './image-upload.ts'
import { columnsFor, type Found } from '../volume-architecture.ts'
import { requestRemoval } from '../volume.ts'

export interface Attempt {
  host: Host
  /** As it was claimed. */
  row: UploadRow
  /** The volume to fill. */
  image_id: string
  signal: AbortSignal
}

export interface Filled {
  /** Bytes of the disk in the file. */
  content: number
  /** The size of the volume. */
  size: number
}

export interface Made extends Filled {
  architecture: Found
}

const MAX_ATTEMPTS = 3

/** Undefined if there is nothing to do, or it was tried too often. */
export async function claim(host: Host, id: string): Promise<Pick<Attempt, 'row' | 'image_id'> | undefined> {
  const image_id = host.random.uuid()
  return host.db.transaction(async (tx) => {
    const row = await tx.selectFrom('image_upload').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.state !== 'fetching' && row?.state !== 'converting') return undefined
    if (row.attempts >= MAX_ATTEMPTS) {
      await end(host, tx, row, `Making the image was interrupted ${row.attempts} times.`)
      return undefined
    }
    if (row.image_id) await requestRemoval({ db: tx }, row.image_id)
    const claimed = { image_id, attempts: row.attempts + 1, percent: null }
    await tx.updateTable('image_upload').set(claimed).where('id', '=', id).execute()
    // no task: the attempt makes it, or its failure requests the removal
    const volume = { id: image_id, owner: 'image' as const, size: 0, source_id: null, task: null, imported: null }
    await tx
      .insertInto('volume')
      .values({ ...volume, volume_state: 'making', attempts: 0 })
      .execute()
    return { row: { ...row, ...claimed }, image_id }
  })
}

const PERCENT_INTERVAL_MS = 1000

/** Records how much of the image is made, at most once a second. Quiet, because whoever waits for it asks every second. */
export function makePercent({ host, row, image_id }: Attempt): (percent: number) => void {
  let recorded = -Infinity
  return (percent) => {
    const now = host.clock.now().getTime()
    if (now - recorded < PERCENT_INTERVAL_MS) return
    recorded = now
    const record = (tx: Tx) =>
      tx
        .updateTable('image_upload')
        .set({ percent: Math.floor(percent) })
        .where('id', '=', row.id)
        .where('image_id', '=', image_id)
        .where('state', '=', 'converting')
        .execute()
    // without it, only the number is missing
    host.db.transaction(record, { durable: false, quiet: true }).catch(() => undefined)
  }
}

/** Whether this attempt is the one that the row waits for. */
export async function isCurrent({ host, row, image_id }: Omit<Attempt, 'signal'>, db = host.db.read): Promise<boolean> {
  const found = await db.selectFrom('image_upload').select('image_id').where('id', '=', row.id).executeTakeFirst()
  return found?.image_id === image_id
}

/** The image becomes visible and keeps its charge, and what was staged is freed. */
export async function complete(attempt: Omit<Attempt, 'signal'>, { content, size, architecture }: Made): Promise<void> {
  const { host, image_id } = attempt
  const now = host.clock.now().toISOString()
  await host.db.transaction(async (tx) => {
    if (!(await isCurrent(attempt, tx))) return requestRemoval({ db: tx }, image_id)
    const row = await tx
      .selectFrom('image_upload')
      .selectAll()
      .where('id', '=', attempt.row.id)
      .executeTakeFirstOrThrow()
    const { name, description, os, version, block_size, labels, silo_id, project_id } = row
    const own = { name, description, os, version, block_size, labels }
    const image = { id: image_id, ...own, silo_id, project_id, size, digest: null }
    const insert = tx.insertInto('image').values({ ...image, time_created: now, time_modified: now })
    await uniquely('project-image', name, insert.execute())
    const volume = { volume_state: 'ready', size, task: 'digest', imported: content } as const
    await tx
      .updateTable('volume')
      .set({ ...volume, ...columnsFor(architecture) })
      .where('id', '=', image_id)
      .execute()
    await release({ db: tx, now }, { ...row, state: 'done' }, size)
    const done = { state: 'done', charged: 0, percent: null, time_modified: now } as const
    await tx
      .updateTable('image_upload')
      .set({ ...done, ...forgetUrl(row) })
      .where('id', '=', row.id)
      .execute()
    await append(host, tx, outcomeOf(now, 'image', image, { outcome: 'ready' }))
    await append(host, tx, outcomeOf(now, 'image_upload', row))
  })
}

export async function fail(attempt: Omit<Attempt, 'signal'>, problem: string): Promise<void> {
  const { host, row, image_id } = attempt
  await host.db.transaction(async (tx) => {
    const current = await tx.selectFrom('image_upload').selectAll().where('id', '=', row.id).executeTakeFirst()
    if (current?.image_id === image_id) await end(host, tx, current, problem)
    else await requestRemoval({ db: tx }, image_id)
  })
}

/** What gave access to the file is not needed any more. */
const forgetUrl = ({ url }: UploadRow) => ({ url: url && shownUrl(url) })

async function end(host: Host, tx: Tx, row: UploadRow, why: string): Promise<void> {
  const problem = row.url ? why.replaceAll(row.url, shownUrl(row.url)) : why
  const now = host.clock.now().toISOString()
  await release({ db: tx, now }, row)
  const failed = {
    ...forgetUrl(row),
    state: 'failed',
    problem,
    charged: 0,
    percent: null,
    image_id: null,
    time_modified: now,
  } as const
  await tx.updateTable('image_upload').set(failed).where('id', '=', row.id).execute()
  await append(host, tx, outcomeOf(now, 'image_upload', row, { outcome: 'failed', reason: problem }))
}
