// Failed instances, instances that another installation runs, faulted disks, and work that takes far too long.
import { sql } from 'kysely'
import { instanceTransitional } from '#contract/instance-states.ts'
import { actorOf } from '../../frame/context.ts'
import { found, isOperator, perProject, type Found, type Reader, type Tally } from './scope.ts'

/** Work normally takes seconds. */
export const STUCK_AFTER_MS = 600_000

/** How long a move takes depends on the memory of the machine. */
const STUCK = instanceTransitional.filter((state) => state !== 'migrating')

type Source = 'instance' | 'disk' | 'snapshot' | 'protection_policy'

/** Joined with project and silo, and counted per project. */
function counted(ctx: Reader, source: Source, since: string) {
  const own = actorOf(ctx)
  return ctx.db
    .selectFrom(source)
    .innerJoin('project', 'project.id', `${source}.project_id`)
    .innerJoin('silo', 'silo.id', `${source}.silo_id`)
    .select(['project.id as project_id', 'project.name as project_name'])
    .select(['silo.id as silo_id', 'silo.name as silo_name'])
    .select([
      sql<number>`count(*)`.as('count'),
      sql<string>`min(${sql.ref(since)})`.as('since'),
      sql<string>`min(${sql.ref(`${source}.id`)})`.as('target_id'),
      sql<string>`min(${sql.ref(`${source}.name`)})`.as('target_name'),
    ])
    .groupBy(['project.id', 'project.name', 'silo.id', 'silo.name'])
    .$if(!isOperator(own), (q) => q.where('silo.id', '=', own.silo_id))
}

const read = async (rows: { execute(): Promise<Tally[]> }): Promise<Tally[]> =>
  (await rows.execute()).map((row) => ({ ...row, count: Number(row.count) }))

export async function failedInstances(ctx: Reader): Promise<Found[]> {
  const rows = counted(ctx, 'instance', 'instance.time_run_state_updated').where('instance.run_state', '=', 'failed')
  return perProject(actorOf(ctx), { kind: 'instance_failed', severity: 'error' }, await read(rows))
}

/** They run, but not under this server. */
export async function takenOverInstances(ctx: Reader): Promise<Found[]> {
  const rows = counted(ctx, 'instance', 'instance.time_taken_over').where('instance.time_taken_over', 'is not', null)
  return perProject(actorOf(ctx), { kind: 'instance_taken_over', severity: 'error' }, await read(rows))
}

export async function faultedDisks(ctx: Reader): Promise<Found[]> {
  const rows = counted(ctx, 'disk', 'disk.time_modified').where('disk.disk_state', '=', 'faulted')
  return perProject(actorOf(ctx), { kind: 'disk_faulted', severity: 'error' }, await read(rows))
}

export async function failedProtection(ctx: Reader): Promise<Found[]> {
  const rows = counted(ctx, 'protection_policy', 'protection_policy.time_failed')
  const failed = rows.where('protection_policy.time_failed', 'is not', null)
  return perProject(actorOf(ctx), { kind: 'protection_failed', severity: 'error' }, await read(failed))
}

export async function stuckWork(ctx: Reader): Promise<Found[]> {
  const reader = actorOf(ctx)
  const before = new Date(ctx.host.clock.now().getTime() - STUCK_AFTER_MS).toISOString()
  const instances = counted(ctx, 'instance', 'instance.time_run_state_updated')
    .where('instance.run_state', 'in', STUCK)
    .where('instance.time_run_state_updated', '<', before)
  const disks = counted(ctx, 'disk', 'disk.time_modified')
    .where('disk.id', 'in', unfinished(ctx, 'disk'))
    .where('disk.disk_state', '=', 'creating')
    .where('disk.time_modified', '<', before)
  const snapshots = counted(ctx, 'snapshot', 'snapshot.time_modified')
    .where('snapshot.id', 'in', unfinished(ctx, 'snapshot'))
    .where('snapshot.state', '=', 'creating')
    .where('snapshot.time_modified', '<', before)
  const stuck = { kind: 'work_stuck', severity: 'warning' } as const
  return [
    ...perProject(reader, { ...stuck, resource: 'instance' }, await read(instances)),
    ...perProject(reader, { ...stuck, resource: 'disk' }, await read(disks)),
    ...perProject(reader, { ...stuck, resource: 'snapshot' }, await read(snapshots)),
    ...(isOperator(reader) ? await stuckBundles(ctx, before) : []),
  ]
}

/** Starts from pending tasks, which are few, instead of disks and snapshots, which are many. */
const unfinished = (ctx: Reader, owner: 'disk' | 'snapshot') =>
  ctx.db.selectFrom('volume').select('volume.id').where('task', 'is not', null).where('owner', '=', owner)

async function stuckBundles(ctx: Reader, before: string): Promise<Found[]> {
  const rows = await ctx.db
    .selectFrom('support_bundle')
    .select(['id', 'time_created'])
    .where('state', '=', 'collecting')
    .where('time_created', '<', before)
    .execute()
  return rows.map(({ id, time_created }) =>
    found({ kind: 'work_stuck', severity: 'warning', resource: 'support_bundle', since: time_created, target_id: id }),
  )
}
