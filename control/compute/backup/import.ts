// Reads what describes the backups in a repository that another installation has made, and lists them here. One after the other, so that
// a crash costs nothing; what cannot be read is listed as failed.
import { MAX_DESCRIPTION_BYTES, readDescription, type BackupDescription } from '#contract/backup-description.ts'
import type { Tx } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { backupErrorOf, confirmingDamage } from './backup-error.ts'
import { mustOwn, takeOver } from './owner.ts'
import { diskTag, type Opened, type RepositoryRow } from './repository.ts'
import { noteSize, tellBackup } from './store.ts'

const TAG = /^backup-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export async function importBackups(host: Host, opened: Opened, row: RepositoryRow, signal: AbortSignal) {
  await (row.import === 'take_over' ? takeOver : mustOwn)(host, opened, signal)
  const tags = await opened.engine.tags(opened.repository)
  const there = new Set(tags)
  for (const tag of there) {
    const id = TAG.exec(tag)?.[1]
    // also for another repository, of which this one is a copy
    if (id === undefined || (await isListed(host, id))) continue
    const found = await describedBy(opened, tag, signal)
    const isWhole = found !== undefined && found.id === id
    const lost = isWhole ? found.disks.find((disk) => !there.has(disk.tag)) : undefined
    await host.db.transaction((tx) =>
      isWhole ? insert(host, tx, row, found, lost?.name) : insertUnreadable(host, tx, row, id),
    )
  }
  await host.db.transaction((tx) =>
    tx.updateTable('backup_repository').set({ import: null }).where('id', '=', row.id).execute(),
  )
  await noteSize(host, opened)
}

const isListed = async (host: Host, id: string) =>
  (await host.db.read.selectFrom('backup').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Undefined if it is damaged, or was written by a later version. */
async function describedBy(opened: Opened, tag: string, signal: AbortSignal) {
  try {
    const bytes = await confirmingDamage(() => loaded(opened, tag, signal))
    return bytes && readDescription(bytes)
  } catch (error) {
    if (backupErrorOf(error) === 'corrupted') return undefined
    throw error
  }
}

/** Undefined if there is too much of it. */
async function loaded({ engine, repository }: Opened, tag: string, signal: AbortSignal) {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of engine.load(repository, tag, signal)) {
    length += piece.length
    if (length > MAX_DESCRIPTION_BYTES) return undefined
    pieces.push(Uint8Array.from(piece))
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Whoever has the key can write a description that names the disks of another backup. */
async function areFree(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const taken = tx.selectFrom('backup_disk').select('id').where('id', 'in', ids)
  return new Set(ids).size === ids.length && !(await taken.executeTakeFirst())
}

type Values = Parameters<typeof insertRow>[3]

async function insert(host: Host, tx: Tx, row: RepositoryRow, found: BackupDescription, lost: string | undefined) {
  const size = found.disks.reduce((sum, disk) => sum + disk.size, 0)
  const ids = found.disks.map(({ tag }) => tag.slice(diskTag('').length))
  const hasOwn = await areFree(tx, ids)
  const problem = !hasOwn
    ? 'Its disks belong to another backup.'
    : lost === undefined
      ? null
      : `Disk ${lost} is not at the target.`
  const values: Values = {
    id: found.id,
    project_id: await projectFor(host, tx, row, found.project_id),
    project_name: found.project,
    policy_id: found.policy_id ?? host.random.uuid(),
    policy_name: found.policy,
    noun: found.instance ? found.noun : 'disk',
    resource_id: found.resource_id ?? host.random.uuid(),
    resource_name: found.name,
    state: problem === null ? 'ready' : 'failed',
    problem,
    instance: found.instance,
    size,
    time_created: found.time_created,
  }
  await insertRow(host, tx, row, values)
  if (!hasOwn) return
  for (const [n, { name, size: bytes, block_size, is_boot, digest }] of found.disks.entries())
    await tx
      .insertInto('backup_disk')
      .values({
        id: ids[n]!,
        backup_id: found.id,
        snapshot_id: host.random.uuid(),
        name,
        size: bytes,
        block_size,
        is_boot,
        sha256: digest,
      })
      .execute()
}

/** Somebody may want to know that there is something, or delete it. */
const insertUnreadable = (host: Host, tx: Tx, row: RepositoryRow, id: string) =>
  insertRow(host, tx, row, {
    id,
    project_id: host.random.uuid(),
    project_name: 'unknown',
    policy_id: host.random.uuid(),
    policy_name: 'unknown',
    noun: 'disk',
    resource_id: host.random.uuid(),
    resource_name: 'unknown',
    state: 'failed',
    problem: 'What describes it is damaged, or was stored by a later version.',
    instance: null,
    size: 0,
    time_created: host.clock.now().toISOString(),
  })

async function insertRow(
  host: Host,
  tx: Tx,
  { id: repository_id, target_id, silo_id }: RepositoryRow,
  values: Omit<NewBackup, 'repository_id' | 'target_id' | 'silo_id' | 'point_id' | 'done' | 'time_stored'>,
): Promise<void> {
  const point_id = host.random.uuid()
  const whole = { ...values, repository_id, target_id, silo_id, point_id, done: values.size, time_stored: null }
  await tellBackup(host, tx, await tx.insertInto('backup').values(whole).returningAll().executeTakeFirstOrThrow())
}

type NewBackup = Parameters<typeof tellBackup>[2]

/** The one that it comes from, unless that belongs to another silo here. */
async function projectFor(host: Host, tx: Tx, { silo_id }: RepositoryRow, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return host.random.uuid()
  const project = await tx.selectFrom('project').select('silo_id').where('id', '=', wanted).executeTakeFirst()
  return project === undefined || project.silo_id === silo_id ? wanted : host.random.uuid()
}
