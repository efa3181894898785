// Stores one backup in its repository: its disks one after the other, then what describes it. What an earlier attempt has stored is found
// there, so that a crash costs one disk at most.
import { FORMAT } from '#contract/backup-description.ts'
import type { RowOf, Tx } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { append, outcomeOf } from '../../frame/events.ts'
import { volumeOf } from '../../storage/volume.ts'
import { toRemove } from '../protection-policy/retention.ts'
import { descriptionTag, diskTag, type Opened } from './repository.ts'

type BackupRow = RowOf<'backup'>
type DiskRow = RowOf<'backup_disk'>

const PIECE_BYTES = 2 ** 20
const PROGRESS_INTERVAL_MS = 2_000

/** Somebody has deleted it meanwhile. */
export class Unwanted extends Error {}

export async function storeBackup(host: Host, opened: Opened, row: BackupRow, signal: AbortSignal): Promise<void> {
  const { engine, repository } = opened
  await change(host, row, { state: 'storing' })
  const disks = await host.db.read
    .selectFrom('backup_disk')
    .selectAll()
    .where('backup_id', '=', row.id)
    .orderBy('name')
    .execute()
  let before = 0
  const digests: string[] = []
  for (const disk of disks) {
    const done = before
    digests.push(disk.sha256 ?? (await storeDisk(host, opened, row, disk, done, signal)))
    before += disk.size
    await change(host, row, { done: before })
  }
  const text = new TextEncoder().encode(JSON.stringify(described(row, disks, digests)))
  const bytes = { tag: descriptionTag(row.id), size: text.length, read: () => once(text) }
  await engine.store(repository, bytes, { signal, onProgress: () => undefined })
  await host.db.transaction((tx) => recordStored(host, tx, row))
  await noteSize(host, opened)
}

/** Looks how much the repository takes up, which is good to know, and no reason to fail. */
export async function noteSize(host: Host, { engine, repository: at }: Opened): Promise<void> {
  const size = await engine.size(at).catch((error: unknown) => {
    host.log.warn('the size of a backup repository is not known', { repository: at.id, error: String(error) })
    return undefined
  })
  if (size === undefined) return
  await host.db.transaction((tx) => tx.updateTable('backup_repository').set({ size }).where('id', '=', at.id).execute())
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function storeDisk(
  host: Host,
  { engine, repository }: Opened,
  row: BackupRow,
  disk: DiskRow,
  before: number,
  signal: AbortSignal,
): Promise<string> {
  const { id, snapshot_id, size } = disk
  const volume = await volumeOf({ db: host.db.read }, snapshot_id)
  if (volume?.volume_state !== 'ready' || volume.task === 'remove')
    throw new SnapshotGone(`The snapshot of disk ${disk.name} was deleted before it was stored.`)
  const tag = diskTag(id)
  // by a server that died before it could record it
  const isStored = await engine.has(repository, tag, size)
  const digest = isStored
    ? await host.volumes.digest(snapshot_id, size, signal)
    : (await engine.store(repository, { tag, size, read: () => pieces(host, snapshot_id, size) }, progressing())).digest
  await host.db.transaction((tx) =>
    tx.updateTable('backup_disk').set({ sha256: digest }).where('id', '=', id).execute(),
  )
  return digest

  function progressing() {
    const unwanted = new AbortController()
    let last = host.clock.now().getTime()
    return {
      signal: AbortSignal.any([signal, unwanted.signal]),
      onProgress(done: number) {
        const now = host.clock.now().getTime()
        if (now - last < PROGRESS_INTERVAL_MS) return
        last = now
        change(host, row, { done: before + done }).catch((error: unknown) => {
          // a database that does not answer now says nothing about the backup
          if (error instanceof Unwanted) unwanted.abort(error)
        })
      },
    }
  }
}

/** There is nothing left to store. */
export class SnapshotGone extends Error {}

async function* pieces(host: Host, id: string, size: number) {
  for (let at = 0; at < size; at += PIECE_BYTES) yield await host.volumes.read(id, at, Math.min(PIECE_BYTES, size - at))
}

/** For a restore without this installation. */
const described = (row: BackupRow, disks: readonly DiskRow[], digests: readonly string[]) => ({
  format: FORMAT,
  id: row.id,
  time_created: row.time_created,
  project: row.project_name,
  project_id: row.project_id,
  policy: row.policy_name,
  policy_id: row.policy_id,
  noun: row.noun,
  resource_id: row.resource_id,
  name: row.resource_name,
  instance: row.instance,
  disks: disks.map(({ id, name, size, block_size, is_boot }, n) => ({
    tag: diskTag(id),
    name,
    size,
    block_size,
    is_boot,
    digest: digests[n],
  })),
})

/** Only as long as it is to be stored. */
async function change(host: Host, { id }: BackupRow, set: Partial<BackupRow>): Promise<void> {
  const changed = await host.db.transaction((tx) =>
    tx
      .updateTable('backup')
      .set(set)
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'storing'])
      .returning('id')
      .executeTakeFirst(),
  )
  if (!changed) throw new Unwanted('the backup was deleted')
}

async function recordStored(host: Host, tx: Tx, { id }: BackupRow): Promise<void> {
  const now = host.clock.now().toISOString()
  const update = tx.updateTable('backup').set({ state: 'ready', problem: null, time_stored: now })
  const row = await update.where('id', '=', id).where('state', '=', 'storing').returningAll().executeTakeFirst()
  if (!row) return
  await removeOld(tx, row)
  await tellBackup(host, tx, row)
}

/** What the policy no longer keeps of this instance or disk. Points that people keep stay here too. */
async function removeOld(tx: Tx, { policy_id, resource_id, repository_id }: BackupRow): Promise<void> {
  const policy = await tx.selectFrom('protection_policy').selectAll().where('id', '=', policy_id).executeTakeFirst()
  if (!policy) return
  const stored = await tx
    .selectFrom('backup')
    .leftJoin('recovery_point', 'recovery_point.id', 'backup.point_id')
    .select(['backup.id', 'backup.time_created', 'recovery_point.is_kept'])
    .where('backup.policy_id', '=', policy_id)
    .where('backup.resource_id', '=', resource_id)
    .where('backup.repository_id', '=', repository_id)
    .where('backup.state', '=', 'ready')
    .execute()
  const candidates = stored.filter(({ is_kept }) => !is_kept)
  const old = toRemove(
    candidates.map((each) => ({ id: each.id, time: new Date(each.time_created) })),
    policy.keep,
    policy.schedule.zone,
  )
  if (old.length === 0) return
  const restoring = tx.selectFrom('backup_restore').select('backup_id').where('state', '=', 'running')
  const update = tx.updateTable('backup').set({ state: 'removing' }).where('id', 'in', old)
  await update.where('id', 'not in', restoring).execute()
}

export const tellBackup = (host: Host, tx: Tx, row: BackupRow) =>
  append(
    host,
    tx,
    outcomeOf(host.clock.now().toISOString(), 'backup', {
      id: row.id,
      name: row.resource_name,
      silo_id: row.silo_id,
      project_id: row.project_id,
    }),
  )

/** It can never be stored. What was stored of it is of no use to anybody. */
export async function giveUp(host: Host, { engine, repository }: Opened, id: string, problem: string): Promise<void> {
  const disks = await host.db.read.selectFrom('backup_disk').select('id').where('backup_id', '=', id).execute()
  await engine.forget(
    repository,
    disks.map((disk) => diskTag(disk.id)),
  )
  await host.db.transaction(async (tx) => {
    await tx.updateTable('backup_repository').set({ is_prune_due: true }).where('id', '=', repository.id).execute()
    await tx.updateTable('backup_disk').set({ sha256: null }).where('backup_id', '=', id).execute()
    const set = tx.updateTable('backup').set({ state: 'failed', problem, done: 0 }).where('id', '=', id)
    const row = await set.where('state', '<>', 'removing').returningAll().executeTakeFirst()
    if (row) await tellBackup(host, tx, row)
  })
}

/** It is tried again. */
export async function noteProblem(host: Host, id: string, problem: string): Promise<void> {
  await host.db.transaction(async (tx) => {
    const set = tx.updateTable('backup').set({ state: 'waiting', problem }).where('id', '=', id)
    const row = await set.where('state', 'in', ['waiting', 'storing']).returningAll().executeTakeFirst()
    if (row) await tellBackup(host, tx, row)
  })
}
