// The protection policies of a project that is deleted, with their runs and points in time, which are kept and restored with it.
import type { KeptRows } from '../../db/tables/deleted/kept.ts'
import type { Queries } from '../../db/database.ts'
import type { Ctx } from '../../frame/context.ts'
import { keptRowsOf, type KeptThing } from '../../frame/kept.ts'
import { planAnew } from './run.ts'

/** Before the project is deleted. */
export async function policiesToKeep(db: Queries, project_id: string): Promise<KeptRows> {
  const policies = db.selectFrom('protection_policy').where('project_id', '=', project_id)
  const runs = db.selectFrom('protection_run').selectAll().where('policy_id', 'in', policies.select('id'))
  const points = db.selectFrom('recovery_point').selectAll().where('project_id', '=', project_id)
  return {
    protection_policy: await policies.selectAll().execute(),
    protection_run: await runs.execute(),
    recovery_point: await points.execute(),
  }
}

/** Before the snapshots, which belong to the points. What was due meanwhile is not made up for. */
export async function restorePolicies({ db, host }: Ctx, thing: KeptThing): Promise<void> {
  for (const table of ['protection_policy', 'protection_run', 'recovery_point'] as const)
    for (const row of keptRowsOf(thing, table))
      await db
        .insertInto(table)
        .values(row as never)
        .execute()
  await planAnew(db, host.clock.now(), thing.resource_id)
}
