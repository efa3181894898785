// Begins a clone in one transaction: snapshots of all disks, disks from them, and the new instance with addresses of its own. Whatever does
// not fit refuses it as a whole. The storage loop copies the contents. A point in time is restored in the same way, from its snapshots.
import type { Input } from '#contract/api.ts'
import { canDisk } from '#contract/disk-states.ts'
import { actorOf, type Ctx } from '../../frame/context.ts'
import { invalidRequest } from '../../frame/errors.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { newIdentity, uniquely } from '../../frame/identity.ts'
import type { ProjectRow } from '../../frame/lookup.ts'
import { charge, credit } from '../../frame/usage.ts'
import { ephemeralOf, takeEphemeral } from '../../network/external-ip-attachment.ts'
import { copyInterfaces } from '../../network/network-interface.ts'
import { allocateSnat } from '../../network/snat.ts'
import { createDiskIn } from '../../storage/disk-create.ts'
import type { DiskRow } from '../../storage/disk.ts'
import { createSnapshotOf } from '../../storage/snapshot.ts'
import { attachDisk, disksOf } from '../disk-attachment.ts'
import { amountOf } from '../instance-actions.ts'
import { diskNames } from './disk-names.ts'
import type { CloneRow } from './find-clone.ts'

type Body = Input<'instance_clone_create'>['body']

/** A disk to make, and the snapshot that it is made of. */
export interface CopiedDisk extends Pick<DiskRow, 'name' | 'description' | 'size' | 'labels'> {
  is_boot: boolean
  snapshot_id: string
  /** The snapshot was taken for the clone, and is removed with its end. */
  is_own: boolean
}

/** The new instance. */
type Making = Pick<InstanceRow, 'name'>

export async function beginClone(ctx: Ctx, project: ProjectRow, source: InstanceRow, body: Body): Promise<CloneRow> {
  return beginCopy(ctx, project, source, body, await snapshotsNow(ctx, source, body))
}

/** The new instance is like the source is now, but with these disks. */
export async function beginCopy(
  ctx: Ctx,
  project: ProjectRow,
  source: InstanceRow,
  body: Body,
  disks: readonly CopiedDisk[],
): Promise<CloneRow> {
  const made = await insertInstance(ctx, source, body)
  if (body.start) await mustHaveQuota(ctx, made)
  const copies = await copyDisks(ctx, project, { source, made, disks })
  await copyInterfaces(ctx, source, made)
  await allocateSnat(ctx, made)
  const ephemeral = await ephemeralOf(ctx, source)
  if (ephemeral) await takeEphemeral(ctx, made, ephemeral.ip_pool_id)
  await copyKeys(ctx, source, made)
  const row = {
    id: ctx.host.random.uuid(),
    silo_id: source.silo_id,
    project_id: source.project_id,
    user_id: actorOf(ctx).id,
    name: made.name,
    source_id: source.id,
    source_name: source.name,
    instance_id: made.id,
    copies,
    start: body.start,
    state: 'copying' as const,
    time_created: ctx.now,
    time_modified: ctx.now,
  }
  return ctx.db.insertInto('instance_clone').values(row).returningAll().executeTakeFirstOrThrow()
}

function insertInstance(ctx: Ctx, source: InstanceRow, body: Body): Promise<InstanceRow> {
  const { ncpus, memory, user_data, auto_restart_policy, project_id, silo_id, labels } = source
  const { name } = body
  const row = {
    ...newIdentity(ctx, { name, description: body.description ?? `Clone of ${source.name}` }),
    ncpus,
    memory,
    user_data,
    auto_restart_policy,
    project_id,
    silo_id,
    labels,
    hostname: body.hostname ?? name,
    run_state: 'creating' as const,
    time_run_state_updated: ctx.now,
    generation: 0,
  }
  return uniquely('instance', name, ctx.db.insertInto('instance').values(row).returningAll().executeTakeFirstOrThrow())
}

/** It is charged when it starts. One that could not start now is refused before its disks are copied. */
async function mustHaveQuota(ctx: Ctx, made: InstanceRow): Promise<void> {
  await charge(ctx, made, amountOf(made))
  await credit(ctx, made, amountOf(made))
}

async function snapshotsNow(ctx: Ctx, source: InstanceRow, made: Making): Promise<CopiedDisk[]> {
  const disks = await disksOf(ctx.db, source.id)
  for (const { name, disk_state } of disks)
    if (!canDisk('snapshot', disk_state))
      throw invalidRequest(`cannot create a snapshot of disk "${name}" in state ${disk_state}`)
  const taken: CopiedDisk[] = []
  for (const disk of disks) {
    const description = `For the clone ${made.name} of ${source.name}; deleted when its disks are copied`
    const { id } = await createSnapshotOf(ctx, disk, { name: `clone-${ctx.host.random.uuid()}`, description })
    taken.push({ ...disk, is_boot: disk.id === source.boot_disk_id, snapshot_id: id, is_own: true })
  }
  return taken
}

interface Disks {
  source: InstanceRow
  made: InstanceRow
  disks: readonly CopiedDisk[]
}

async function copyDisks(ctx: Ctx, project: ProjectRow, { source, made, disks }: Disks): Promise<CloneRow['copies']> {
  const known = await ctx.db.selectFrom('disk').select('name').where('project_id', '=', project.id).execute()
  const taken = new Set(known.map(({ name }) => name))
  const naming = { source: source.name, target: made.name, disks: disks.map(({ name }) => name) }
  const names = diskNames({ ...naming, isTaken: (name) => taken.has(name) })
  const copies: CloneRow['copies'] = []
  for (const [n, { description, size, labels, is_boot, snapshot_id, is_own }] of disks.entries()) {
    const disk_source = { type: 'snapshot' as const, snapshot_id }
    const copy = await createDiskIn(ctx, project, { name: names[n]!, description, size, disk_source })
    await attachDisk(ctx, made, copy)
    if (labels) await ctx.db.updateTable('disk').set({ labels }).where('id', '=', copy.id).execute()
    if (is_boot) await ctx.db.updateTable('instance').set({ boot_disk_id: copy.id }).where('id', '=', made.id).execute()
    copies.push({ disk_id: copy.id, snapshot_id: is_own ? snapshot_id : null })
  }
  return copies
}

/** Also those of others: they are in the guest already. */
async function copyKeys(ctx: Ctx, source: InstanceRow, made: InstanceRow): Promise<void> {
  const keys = await ctx.db
    .selectFrom('instance_ssh_key')
    .select('ssh_key_id')
    .where('instance_id', '=', source.id)
    .execute()
  if (keys.length === 0) return
  const copied = keys.map(({ ssh_key_id }) => ({ instance_id: made.id, ssh_key_id }))
  await ctx.db.insertInto('instance_ssh_key').values(copied).execute()
}
