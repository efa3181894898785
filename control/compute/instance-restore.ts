// Brings back a deleted instance: stopped, with its disks, interfaces, addresses, keys and groups as far as they are free.
import type { Wire } from '#contract/api.ts'
import { canDisk } from '#contract/disk-states.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { KeptRows } from '../db/tables/deleted/kept.ts'
import type { Ctx } from '../frame/context.ts'
import { Failure, alreadyExists } from '../frame/errors.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { keptRowsOf, type KeptThing } from '../frame/kept.ts'
import { restoreEphemeral, restoreFloating, restoreInterfaces } from '../network/network-interface-restore.ts'
import { interfacesOf } from '../network/network-interface.ts'
import { allocateSnat } from '../network/snat.ts'
import { affinityGroups } from './affinity-group.ts'
import { antiAffinityGroups } from './anti-affinity-group.ts'
import { attachDisk, disksOf } from './disk-attachment.ts'

type LeftOut = Wire<'DeletedLeftOut'>
/** Resource that stays when the instance is deleted, so there is no row to keep. */
interface Named {
  id: string
  name: string
}

/** Before it is deleted. */
export async function rowsToKeep(db: Queries, { id }: Pick<InstanceRow, 'id'>): Promise<KeptRows> {
  const of = (table: 'instance_ssh_key' | 'affinity_group_member' | 'anti_affinity_group_member') =>
    db.selectFrom(table).selectAll().where('instance_id', '=', id).execute()
  const own = db.selectFrom('external_ip').selectAll().where('instance_id', '=', id).where('kind', '=', 'ephemeral')
  const floating = db.selectFrom('floating_ip').select(['id', 'name']).where('instance_id', '=', id)
  return {
    instance: await db.selectFrom('instance').selectAll().where('id', '=', id).execute(),
    network_interface: await interfacesOf(db, id),
    external_ip: await own.execute(),
    instance_ssh_key: await of('instance_ssh_key'),
    affinity_group_member: await of('affinity_group_member'),
    anti_affinity_group_member: await of('anti_affinity_group_member'),
    attached_disks: (await disksOf(db, id)).map((disk) => ({ id: disk.id, name: disk.name })),
    attached_floating_ips: await floating.execute(),
  }
}

const attachedOf = ({ kept_rows }: KeptThing, what: 'attached_disks' | 'attached_floating_ips'): Named[] =>
  [...(kept_rows[what] ?? [])] as unknown as Named[]

export async function restoreInstance(ctx: Ctx, thing: KeptThing, name: string): Promise<LeftOut[]> {
  const [kept] = keptRowsOf(thing, 'instance')
  const named = ctx.db.selectFrom('instance').select('id').where('project_id', '=', kept!.project_id)
  if (await named.where('name', '=', name).executeTakeFirst()) throw alreadyExists('instance', name)
  const stopped = { run_state: 'stopped', sled_id: null, failure_reason: null, reboot_request: null } as const
  const row = await ctx.db
    .insertInto('instance')
    .values({ ...kept!, ...stopped, name, boot_disk_id: null, time_taken_over: null, time_run_state_updated: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  const leftOut = await restoreInterfaces(ctx, keptRowsOf(thing, 'network_interface'))
  await allocateSnat(ctx, row)
  leftOut.push(
    ...(await restoreEphemeral(ctx, row, keptRowsOf(thing, 'external_ip'))),
    ...(await restoreFloating(ctx, row, attachedOf(thing, 'attached_floating_ips'))),
    ...(await restoreDisks(ctx, row, attachedOf(thing, 'attached_disks'))),
    ...(await restoreGroups(ctx, row, thing)),
  )
  await restoreKeys(ctx, keptRowsOf(thing, 'instance_ssh_key'))
  const boot = (await disksOf(ctx.db, row.id)).find(({ id }) => id === kept!.boot_disk_id)
  if (boot) await ctx.db.updateTable('instance').set({ boot_disk_id: boot.id }).where('id', '=', row.id).execute()
  return leftOut
}

async function restoreDisks(ctx: Ctx, instance: InstanceRow, kept: readonly Named[]): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  for (const { id, name } of kept) {
    const disk = await ctx.db.selectFrom('disk').selectAll().where('id', '=', id).executeTakeFirst()
    const reason = whyNotAttach(instance, disk)
    if (disk && !reason) await attachDisk(ctx, instance, disk)
    else leftOut.push({ noun: 'disk', id, name: disk?.name ?? name, reason: reason ?? 'deleted' })
  }
  return leftOut
}

function whyNotAttach(instance: InstanceRow, disk: RowOf<'disk'> | undefined): LeftOut['reason'] | undefined {
  if (!disk) return 'deleted'
  if (disk.instance_id !== null) return 'attached_elsewhere'
  const state = disk.disk_state === 'creating' ? disk.state_when_made : disk.disk_state
  return canDisk('attach', state) && canInstance('attach_disk', instance.run_state) ? undefined : 'busy'
}

/** Keys that were deleted meanwhile would have been removed from the instance too. */
async function restoreKeys(ctx: Ctx, kept: readonly RowOf<'instance_ssh_key'>[]): Promise<void> {
  for (const row of kept) {
    const key = ctx.db.selectFrom('ssh_key').select('id').where('id', '=', row.ssh_key_id)
    if (await key.executeTakeFirst()) await ctx.db.insertInto('instance_ssh_key').values(row).execute()
  }
}

async function restoreGroups(ctx: Ctx, instance: InstanceRow, thing: KeptThing): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  for (const [noun, groups] of [
    ['affinity_group', affinityGroups],
    ['anti_affinity_group', antiAffinityGroups],
  ] as const) {
    for (const { group_id } of keptRowsOf(thing, `${noun}_member`)) {
      const group = await ctx.db.selectFrom(noun).selectAll().where('id', '=', group_id).executeTakeFirst()
      // a group that was deleted meanwhile would have lost its members too
      if (!group) continue
      try {
        await groups.addMember(ctx, group, instance)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        leftOut.push({ noun, id: group.id, name: group.name, reason: 'busy' })
      }
    }
  }
  return leftOut
}
