// Brings a deleted thing back, whatever it is. A project comes back with its policies and what was deleted from it and is still kept.
import type { Wire } from '#contract/api.ts'
import type { RowOf } from '../../db/database.ts'
import type { Ctx } from '../../frame/context.ts'
import { Failure, alreadyExists } from '../../frame/errors.ts'
import { keptRowsOf, type KeptThing } from '../../frame/kept.ts'
import { restoreVpc } from '../../network/vpc-restore.ts'
import { restoreDisk, restoreImage, restoreSnapshot } from '../../storage/restore.ts'
import { restoreInstance } from '../instance-restore.ts'
import { restorePolicies } from '../protection-policy/keep-policies.ts'

type LeftOut = Wire<'DeletedLeftOut'>
export type DeletedNoun = Wire<'DeletedNoun'>

/** Writes its rows, and returns what could not come back with it. Refuses before it writes anything if the name is taken. */
type Restore = (ctx: Ctx, thing: KeptThing, name: string) => Promise<LeftOut[] | void>

const restoreOf: Record<DeletedNoun, Restore> = {
  vpc: restoreVpc,
  disk: restoreDisk,
  snapshot: restoreSnapshot,
  image: restoreImage,
  instance: restoreInstance,
  project: restoreProject,
}

/** Instances come last: they need disks and subnets. */
const CONTENTS: readonly DeletedNoun[] = ['vpc', 'disk', 'snapshot', 'image', 'instance']

export async function restore(ctx: Ctx, thing: KeptThing & { noun: DeletedNoun }, name: string): Promise<LeftOut[]> {
  const leftOut = (await restoreOf[thing.noun](ctx, thing, name)) ?? []
  await ctx.db.deleteFrom('deleted').where('id', '=', thing.id).execute()
  return leftOut
}

async function restoreProject(ctx: Ctx, thing: KeptThing, name: string): Promise<LeftOut[]> {
  const [kept] = keptRowsOf(thing, 'project')
  const named = ctx.db.selectFrom('project').select('id').where('silo_id', '=', kept!.silo_id).where('name', '=', name)
  if (await named.executeTakeFirst()) throw alreadyExists('project', name)
  await ctx.db
    .insertInto('project')
    .values({ ...kept!, name })
    .execute()
  await restorePolicy(ctx, keptRowsOf(thing, 'role_assignment'))
  await restorePolicies(ctx, thing)
  const leftOut: LeftOut[] = []
  for (const noun of CONTENTS) leftOut.push(...(await restoreContents(ctx, thing.resource_id, noun)))
  return leftOut
}

/** Users and groups that were deleted meanwhile would have lost their roles. */
async function restorePolicy(ctx: Ctx, kept: readonly RowOf<'role_assignment'>[]): Promise<void> {
  for (const row of kept) {
    const table = row.identity_type === 'silo_group' ? 'silo_group' : 'silo_user'
    const identity = ctx.db.selectFrom(table).select('id').where('id', '=', row.identity_id)
    if (await identity.executeTakeFirst()) await ctx.db.insertInto('role_assignment').values(row).execute()
  }
}

/** The last deleted first: of two with the same name, the newer one comes back and the other stays deleted. */
async function restoreContents(ctx: Ctx, project_id: string, noun: DeletedNoun): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  const kept = ctx.db.selectFrom('deleted').selectAll().where('project_id', '=', project_id).where('noun', '=', noun)
  const newestFirst = kept.where('time_final', '>', ctx.now).orderBy('time_deleted', 'desc').orderBy('id', 'desc')
  for (const thing of await newestFirst.execute()) {
    try {
      leftOut.push(...(await restore(ctx, { ...thing, noun }, thing.name)))
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'ObjectAlreadyExists') throw error
      leftOut.push({ noun, id: thing.resource_id, name: thing.name, reason: 'name_taken' })
    }
  }
  return leftOut
}
