// Instance counts for the overview. Each count stops at a limit and reads only an index, so a million instances cost no more
// than ten thousand.
import { sql, type ExpressionBuilder } from 'kysely'
import { instanceStates, type InstanceState } from '#contract/instance-states.ts'
import { MAX_COUNTED_INSTANCES, MAX_COUNTED_PER_ROW } from '#contract/limits.ts'
import type { Queries } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** Selecting a constant keeps the query on the index; other columns would have to be read from the table. */
const ONE = sql.lit(1).as('one')

/** Which instances are counted: everyone's, a silo's, or those of some projects in it. */
export interface CountScope {
  silo_id?: string
  projects?: readonly string[]
}

export async function countStates(db: Queries, { silo_id, projects }: CountScope) {
  if (projects?.length === 0) return []
  const row = (await db
    .selectNoFrom((is) =>
      instanceStates.map((state) => {
        const counted = is
          .selectFrom('instance')
          .select(ONE)
          .where('instance.run_state', '=', state)
          .$if(silo_id !== undefined, (q) => q.where('instance.silo_id', '=', silo_id!))
          .$if(projects !== undefined, (q) => q.where('instance.project_id', 'in', projects!))
          .limit(MAX_COUNTED_INSTANCES)
        return is
          .selectFrom(counted.as('counted'))
          .select((of) => of.fn.countAll<number>().as('count'))
          .as(state)
      }),
    )
    .executeTakeFirstOrThrow()) as Record<InstanceState, number | null>
  // some engines return counts as text
  return instanceStates.map((state) => ({ state, count: Number(row[state]) })).filter(({ count }) => count > 0)
}

/** For the rows of a list of projects or silos. */
export function countsOf<Owner extends 'project' | 'silo'>(is: ExpressionBuilder<Schema, Owner>, owner: Owner) {
  const all = (is as ExpressionBuilder<Schema, 'project' | 'silo'>)
    .selectFrom('instance')
    .select(ONE)
    .whereRef(`instance.${owner}_id`, '=', `${owner}.id`)
    .limit(MAX_COUNTED_PER_ROW)
  // include the silo, because the index begins with it
  const failed = all
    .whereRef('instance.silo_id', '=', owner === 'silo' ? 'silo.id' : 'project.silo_id')
    .where('instance.run_state', '=', 'failed')
  const count = (rows: typeof all) => is.selectFrom(rows.as('counted')).select((of) => of.fn.countAll().as('count'))
  return [count(all).as('instances'), count(failed).as('failed')] as const
}
