// Restores one backup: writes its disks to new volumes, reads them again, and only if every digest fits turns them into disks, all in one
// transaction. Each attempt has volumes of its own, so that a server that was taken for dead cannot write to a disk that is in use.
import { isZero } from '#contract/is-zero.ts'
import type { RowOf, Tx } from '../../db/database.ts'
import type { Ctx, Host } from '../../frame/context.ts'
import { append, outcomeOf } from '../../frame/events.ts'
import { credit } from '../../frame/usage.ts'
import { columnsFor, findArchitecture, type Found } from '../../storage/volume-architecture.ts'
import { requestRemoval } from '../../storage/volume.ts'
import { attachDisk } from '../disk-attachment.ts'
import { changeState } from '../instance-actions.ts'
import { removeInstance } from '../instance-delete.ts'
import { BackupProblem } from './backup-error.ts'
import type { RestoreRow } from './begin-restore.ts'
import { diskTag, type Opened } from './repository.ts'
import { Unwanted } from './store.ts'

type DiskRow = RowOf<'backup_disk'>
type Step = Pick<Ctx, 'db' | 'now' | 'poke' | 'touchedVpcs'> & { host: Host; db: Tx }

const PIECE_BYTES = 2 ** 20
const PROGRESS_INTERVAL_MS = 2_000

export async function restoreBackup(host: Host, opened: Opened, row: RestoreRow, signal: AbortSignal): Promise<void> {
  const disks = await host.db.read
    .selectFrom('backup_disk')
    .selectAll()
    .where('backup_id', '=', row.backup_id)
    .execute()
  const wanted = row.disk_names.map(({ from }) => disks.find(({ id }) => id === from)!)
  const volumes = await beginAttempt(host, row, wanted)
  const made: Made[] = []
  let before = 0
  for (const [n, disk] of wanted.entries()) {
    const volume = volumes[n]!
    await write(host, opened, { row, disk, volume, before }, signal)
    before += disk.size
    const { size, block_size } = disk
    made.push({ disk, volume, architecture: await findArchitecture(host, { id: volume, size, block_size }) })
  }
  await host.db.transaction((tx) => finish(stepOf(host, tx), row, made))
}

/** A disk whose bytes are whole. */
interface Made {
  disk: DiskRow
  volume: string
  architecture: Found
}

const stepOf = (host: Host, tx: Tx): Step => ({
  host,
  db: tx,
  now: host.clock.now().toISOString(),
  poke: () => undefined,
  touchedVpcs: new Map(),
})

/** New volumes, known before anything is written, so that none is left behind. */
const beginAttempt = (host: Host, { id }: RestoreRow, disks: readonly DiskRow[]): Promise<string[]> =>
  host.db.transaction(async (tx) => {
    const row = await running(tx, id)
    for (const old of row.volumes) await requestRemoval({ db: tx }, old)
    const volumes = disks.map(() => host.random.uuid())
    for (const [n, { size }] of disks.entries())
      await tx
        .insertInto('volume')
        .values({ id: volumes[n]!, owner: 'disk', size, volume_state: 'making', attempts: 0 })
        .execute()
    await tx.updateTable('backup_restore').set({ volumes, done: 0 }).where('id', '=', id).execute()
    return volumes
  })

async function running(tx: Tx, id: string): Promise<RestoreRow> {
  const rows = tx.selectFrom('backup_restore').selectAll().where('id', '=', id).where('state', '=', 'running')
  const row = await rows.executeTakeFirst()
  if (!row) throw new Unwanted('the restore has ended')
  return row
}

interface Part {
  row: RestoreRow
  disk: DiskRow
  volume: string
  before: number
}

async function write(host: Host, { engine, repository }: Opened, part: Part, signal: AbortSignal): Promise<void> {
  const { row, disk, volume, before } = part
  await host.volumes.create(volume, disk.size)
  let [at, last] = [0, host.clock.now().getTime()]
  for await (const bytes of inPieces(engine.load(repository, diskTag(disk.id), signal))) {
    if (at + bytes.length > disk.size) throw new BackupProblem('corrupted', 'the backup is larger than its disk')
    // what was never written reads as zero, and takes no space
    if (!isZero(bytes)) await host.volumes.write(volume, at, bytes)
    at += bytes.length
    const now = host.clock.now().getTime()
    if (now - last < PROGRESS_INTERVAL_MS) continue
    last = now
    await progress(host, row, before + at)
  }
  await host.volumes.flush(volume)
  if (at !== disk.size || (await host.volumes.digest(volume, disk.size, signal)) !== disk.sha256)
    throw new BackupProblem('corrupted', `what the target returned for disk ${disk.name} is not what was stored`)
}

const progress = (host: Host, { id }: RestoreRow, done: number) =>
  host.db.transaction(async (tx) => {
    await running(tx, id)
    await tx.updateTable('backup_restore').set({ done }).where('id', '=', id).execute()
  })

/** Pipes deliver small pieces, which would make as many writes. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(PIECE_BYTES)
  let filled = 0
  for await (const bytes of source)
    for (let at = 0; at < bytes.length;) {
      const taken = bytes.subarray(at, at + PIECE_BYTES - filled)
      piece.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < PIECE_BYTES) continue
      yield piece.slice()
      filled = 0
    }
  if (filled > 0) yield piece.slice(0, filled)
}

async function finish(ctx: Step, { id }: RestoreRow, whole: readonly Made[]): Promise<void> {
  const row = await running(ctx.db, id)
  // another server has begun again
  if (row.volumes.join() !== whole.map(({ volume }) => volume).join())
    throw new Unwanted('another server restores the backup')
  const instance = row.instance_id === null ? undefined : await instanceOf(ctx, row.instance_id)
  if (row.instance_id !== null && !instance) return fail(ctx, row, 'The instance was deleted meanwhile.')
  const named: RestoreRow['disk_names'] = []
  let boot_disk_id: string | null = null
  for (const [n, { disk, volume, architecture }] of whole.entries()) {
    const { id: from, size, block_size, is_boot } = disk
    const name = await freeName(ctx, row.project_id, row.disk_names[n]!.name)
    named.push({ from, name })
    const made = await ctx.db
      .insertInto('disk')
      .values({
        id: volume,
        project_id: row.project_id,
        silo_id: row.silo_id,
        name,
        description: `Restored from a backup of ${row.name}`,
        size,
        block_size,
        disk_state: 'detached',
        state_when_made: 'detached',
        time_created: ctx.now,
        time_modified: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const ready = { volume_state: 'ready' as const, ...columnsFor(architecture) }
    await ctx.db.updateTable('volume').set(ready).where('id', '=', made.id).execute()
    if (instance) await attachDisk(ctx, instance, made)
    if (is_boot) boot_disk_id = made.id
    await tell(ctx, 'disk', made)
  }
  if (instance) await tell(ctx, 'instance', await changeState(ctx, instance, 'stopped', { boot_disk_id }))
  const end = { state: 'done' as const, disk_names: named, volumes: [], problem: null, time_ended: ctx.now }
  await ctx.db.updateTable('backup_restore').set(end).where('id', '=', id).execute()
  await tell(ctx, 'backup', row)
}

const instanceOf = (ctx: Step, id: string) =>
  ctx.db.selectFrom('instance').selectAll().where('id', '=', id).where('run_state', '=', 'creating').executeTakeFirst()

async function freeName(ctx: Step, project_id: string, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted.slice(0, 58).replace(/-+$/, '')}-${n}`
    const taken = ctx.db.selectFrom('disk').select('id').where('project_id', '=', project_id).where('name', '=', name)
    if (!(await taken.executeTakeFirst())) return name
  }
}

/** Leaves nothing behind. */
export const failRestore = (host: Host, id: string, problem: string): Promise<void> =>
  host.db.transaction(async (tx) => {
    const ctx = stepOf(host, tx)
    await fail(ctx, await running(tx, id), problem)
  })

async function fail(ctx: Step, row: RestoreRow, problem: string): Promise<void> {
  for (const volume of row.volumes) await requestRemoval(ctx, volume)
  await credit(ctx, row, { storage: row.size })
  const instance = row.instance_id === null ? undefined : await instanceOf(ctx, row.instance_id)
  if (instance) {
    await removeInstance(ctx, instance.id)
    await tell(ctx, 'instance', instance)
  }
  const end = { state: 'failed' as const, volumes: [], instance_id: null, problem, time_ended: ctx.now }
  await ctx.db.updateTable('backup_restore').set(end).where('id', '=', row.id).execute()
  await tell(ctx, 'backup', row)
}

interface Told {
  id: string
  name: string
  silo_id: string
  project_id: string
}

const tell = ({ host, db, now }: Step, noun: string, { id, name, silo_id, project_id }: Told) =>
  append(host, db, outcomeOf(now, noun, { id, name, silo_id, project_id }))
