// Begins a restore in one transaction: quota, space, names, and for an instance its addresses. Disks appear when their bytes are whole.
import type { Input, Wire } from '#contract/api.ts'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import type { RowOf } from '../../db/database.ts'
import type { InstanceDescription } from '../../db/tables/storage/backup-description.ts'
import type { Ctx } from '../../frame/context.ts'
import { alreadyExists, invalidRequest } from '../../frame/errors.ts'
import { newIdentity, uniquely } from '../../frame/identity.ts'
import type { ProjectRow } from '../../frame/lookup.ts'
import { charge } from '../../frame/usage.ts'
import { createInterfaces } from '../../network/network-interface.ts'
import { allocateSnat } from '../../network/snat.ts'
import { mustFit } from '../../storage/host-space.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { checkSize } from '../instance-size.ts'
import { createMissingVpcs } from './restore-vpcs.ts'

type Body = Input<'backup_restore'>['body']
export type RestoreRow = RowOf<'backup_restore'>

export async function beginRestore(
  ctx: Ctx,
  backup: RowOf<'backup'>,
  project: ProjectRow,
  { name, as }: Body,
): Promise<RestoreRow> {
  if (backup.state !== 'ready') throw invalidRequest(`the backup cannot be restored: it is ${backup.state}`)
  if (!ctx.host.backupEngine) throw invalidRequest('this installation has no engine for backups')
  const disks = await ctx.db
    .selectFrom('backup_disk')
    .selectAll()
    .where('backup_id', '=', backup.id)
    .orderBy('name')
    .execute()
  const named = await diskNamesFor(
    ctx,
    project,
    as === 'instance' || disks.length > 1 ? disks.map((disk) => `${name}-${disk.name}`) : [name],
  )
  const { id: project_id, silo_id } = project
  await charge(ctx, { silo_id, project_id }, { storage: backup.size })
  await mustFit(ctx, silo_id, backup.size)
  if (as === 'instance' && !backup.instance) throw invalidRequest('the backup is one of a disk')
  const instance = as === 'instance' ? await makeInstance(ctx, project, backup.instance!, name) : undefined
  return ctx.db
    .insertInto('backup_restore')
    .values({
      id: ctx.host.random.uuid(),
      backup_id: backup.id,
      silo_id,
      project_id,
      name,
      as,
      state: 'running',
      instance_id: instance?.id ?? null,
      disk_names: disks.map(({ id }, n) => ({ from: id, name: named[n]! })),
      volumes: [],
      size: backup.size,
      done: 0,
      attempts: 0,
      time_created: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Names that are free now. One that is taken until the end gets a number then. */
async function diskNamesFor(ctx: Ctx, project: ProjectRow, wanted: readonly string[]): Promise<string[]> {
  const names = wanted.map((name) => name.slice(0, MAX_NAME_LENGTH).replace(/-+$/, ''))
  const taken = ctx.db.selectFrom('disk').select('name').where('project_id', '=', project.id)
  const clash = await taken.where('name', 'in', names).executeTakeFirst()
  if (clash) throw alreadyExists('disk', clash.name)
  return names
}

/** It waits for its disks, as a clone does. */
async function makeInstance(
  ctx: Ctx,
  project: ProjectRow,
  was: InstanceDescription,
  name: string,
): Promise<InstanceRow> {
  checkSize(was)
  const { ncpus, memory, user_data, auto_restart_policy, description, labels, hostname } = was
  const values = {
    ...newIdentity(ctx, { name, description }),
    ncpus,
    memory,
    user_data,
    auto_restart_policy,
    hostname,
    labels: labels.length > 0 ? labels : null,
    project_id: project.id,
    silo_id: project.silo_id,
    run_state: 'creating' as const,
    time_run_state_updated: ctx.now,
    generation: 0,
  }
  const insert = ctx.db.insertInto('instance').values(values).returningAll()
  const row = await uniquely('instance', name, insert.executeTakeFirstOrThrow())
  await createMissingVpcs(ctx, project, was)
  await createInterfaces(ctx, row, await attachmentOf(ctx, project, was))
  await allocateSnat(ctx, row)
  await addKeys(ctx, row, was)
  return row
}

/** In the subnets that it was in, with addresses of its own; in the default one if those are not all there. */
async function attachmentOf(ctx: Ctx, project: ProjectRow, { interfaces }: InstanceDescription) {
  if (interfaces.length === 0) return { type: 'none' } as const
  const subnets = await ctx.db
    .selectFrom('vpc_subnet')
    .innerJoin('vpc', 'vpc.id', 'vpc_subnet.vpc_id')
    .select(['vpc.name as vpc', 'vpc_subnet.name as subnet'])
    .where('vpc.project_id', '=', project.id)
    .execute()
  const isThere = (wanted: { vpc: string; subnet: string }) =>
    subnets.some(({ vpc, subnet }) => vpc === wanted.vpc && subnet === wanted.subnet)
  if (!interfaces.every(isThere)) return { type: 'default' } as const
  const params = interfaces
    .toSorted((a, b) => Number(b.primary) - Number(a.primary))
    .map(({ name, vpc, subnet }) => ({ name, description: '', vpc_name: vpc, subnet_name: subnet, ip: null }))
  return { type: 'create', params } as const
}

/** Adds the keys that members of the silo still have. The guest has them all in any case. */
async function addKeys(ctx: Ctx, { id: instance_id, silo_id }: InstanceRow, { ssh_keys }: InstanceDescription) {
  if (ssh_keys.length === 0) return
  const found = await ctx.db
    .selectFrom('ssh_key')
    .innerJoin('silo_user', 'silo_user.id', 'ssh_key.silo_user_id')
    .select('ssh_key.id')
    .where('silo_user.silo_id', '=', silo_id)
    .where(
      'public_key',
      'in',
      ssh_keys.map(({ public_key }) => public_key),
    )
    .execute()
  const rows = found.map(({ id: ssh_key_id }) => ({ instance_id, ssh_key_id }))
  if (rows.length > 0) await ctx.db.insertInto('instance_ssh_key').values(rows).execute()
}

export const shownRestore = (row: RestoreRow): Wire<'BackupRestore'> => ({
  ...row,
  percent: row.state === 'done' ? 100 : Math.floor((row.done / Math.max(1, row.size)) * 100),
  disk_names: row.disk_names.map(({ name }) => name),
})
