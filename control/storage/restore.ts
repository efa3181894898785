// Brings back deleted disks, snapshots and images. Their volumes were kept, so only the rows have to be written.
import type { Queries } from '../db/database.ts'
import type { Ctx } from '../frame/context.ts'
import { alreadyExists } from '../frame/errors.ts'
import { keptRowsOf, type KeptThing } from '../frame/kept.ts'
import { chargeAnyway } from '../frame/usage.ts'
import type { DiskRow } from './disk.ts'
import { isBeingCopied, volumeOf } from './volume.ts'

interface Place {
  silo_id: string
  project_id: string | null
  name: string
}

async function mustBeFree(
  db: Queries,
  table: 'disk' | 'snapshot' | 'image',
  label: string,
  { silo_id, project_id, name }: Place,
): Promise<void> {
  // all three tables have these columns
  const named = db
    .selectFrom(table as 'image')
    .select('id')
    .where('silo_id', '=', silo_id)
    .where('name', '=', name)
  const taken = project_id === null ? named.where('project_id', 'is', null) : named.where('project_id', '=', project_id)
  if (await taken.executeTakeFirst()) throw alreadyExists(label, name)
}

export async function restoreDisk(ctx: Ctx, thing: KeptThing, name: string): Promise<void> {
  const [kept] = keptRowsOf(thing, 'disk')
  const row = { ...kept!, name }
  await mustBeFree(ctx.db, 'disk', 'disk', row)
  await ctx.db
    .insertInto('disk')
    .values({ ...row, instance_id: null, disk_state: await diskStateOf(ctx, row) })
    .execute()
  await chargeAnyway(ctx, row, { storage: row.size })
}

async function diskStateOf(ctx: Ctx, { id, disk_state }: DiskRow): Promise<DiskRow['disk_state']> {
  const volume = await volumeOf(ctx, id)
  if (!volume || volume.volume_state === 'faulted' || disk_state === 'faulted') return 'faulted'
  if (volume.volume_state === 'making') return 'creating'
  return (await isBeingCopied(ctx, id)) ? 'maintenance' : 'detached'
}

export async function restoreSnapshot(ctx: Ctx, thing: KeptThing, name: string): Promise<void> {
  const [kept] = keptRowsOf(thing, 'snapshot')
  const row = { ...kept!, name }
  await mustBeFree(ctx.db, 'snapshot', 'snapshot', row)
  const states = { making: 'creating', ready: 'ready', faulted: 'faulted' } as const
  const state = states[(await volumeOf(ctx, row.id))?.volume_state ?? 'faulted']
  await ctx.db
    .insertInto('snapshot')
    .values({ ...row, state })
    .execute()
  await chargeAnyway(ctx, row, { storage: row.size })
}

export async function restoreImage(ctx: Ctx, thing: KeptThing, name: string): Promise<void> {
  const [kept] = keptRowsOf(thing, 'image')
  const row = { ...kept!, name }
  await mustBeFree(ctx.db, 'image', row.project_id === null ? 'silo-image' : 'project-image', row)
  await ctx.db.insertInto('image').values(row).execute()
  await chargeAnyway(ctx, row, { storage: row.size })
  if (row.digest !== null) return
  // while it was deleted there was no row to record the digest in
  const volume = ctx.db.updateTable('volume').set({ task: 'digest' }).where('id', '=', row.id)
  await volume.where('imported', '>', 0).where('volume_state', '=', 'ready').where('task', 'is', null).execute()
  ctx.poke('storage')
}
