// Begins a run of a policy, in the caller's transaction. The reconciler takes the snapshots.
import type { Host } from '../../frame/context.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import { isCovered, resourcesOf } from './covered.ts'
import { nextRun } from './schedule.ts'

export type PolicyRow = RowOf<'protection_policy'>
export type RunRow = RowOf<'protection_run'>

type Begin = Pick<RunRow, 'cause' | 'time_due'>

export async function beginRun(
  { random }: Pick<Host, 'random'>,
  db: Queries,
  policy: PolicyRow,
  now: string,
  begin: Begin,
): Promise<RunRow> {
  const { id: policy_id, name: policy_name, project_id, silo_id, covers } = policy
  const covered = (await resourcesOf(db, project_id)).filter((resource) => isCovered(covers, resource))
  const disks = covered.reduce((sum, resource) => sum + resource.disks.length, 0)
  const run = await db
    .insertInto('protection_run')
    .values({ id: random.uuid(), policy_id, ...begin, state: 'running', time_started: now, disks, problems: [] })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const { id: resource_id, noun } of covered)
    await db
      .insertInto('recovery_point')
      .values({
        id: random.uuid(),
        project_id,
        silo_id,
        run_id: run.id,
        policy_id,
        policy_name,
        resource_id,
        noun,
        is_kept: false,
        time_created: now,
      })
      .execute()
  return run
}

/** Records a run that nobody began in time. */
export async function recordMissed({ random }: Pick<Host, 'random'>, db: Queries, policy_id: string, time_due: string) {
  await db
    .insertInto('protection_run')
    .values({ id: random.uuid(), policy_id, cause: 'schedule', state: 'missed', time_due, disks: 0, problems: [] })
    .execute()
}

/** Plans the next runs from now on, so that none counts as missed. */
export async function planAnew(db: Queries, now: Date, project_id?: string): Promise<void> {
  const planned = db.selectFrom('protection_policy').select(['id', 'schedule']).where('time_next', 'is not', null)
  const policies = await (project_id === undefined ? planned : planned.where('project_id', '=', project_id)).execute()
  for (const { id, schedule } of policies) {
    const time_next = nextRun(schedule, now).toISOString()
    await db.updateTable('protection_policy').set({ time_next }).where('id', '=', id).execute()
  }
}
