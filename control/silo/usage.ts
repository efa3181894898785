// Counting what a silo uses against what it may use. Called in the transaction that makes or ends what is counted,
// so that two that fit alone can never both squeeze in.
import { sql } from 'kysely'
import type { Ctx } from '../frame/context.ts'
import { insufficientCapacity } from '../frame/errors.ts'

export interface Amount {
  cpus?: number
  memory?: number
  storage?: number
}

const limits = [
  {
    dimension: 'cpus',
    refusal:
      'vCPU Limit Exceeded: Not enough vCPUs are left in the quota of this silo. Stop instances that are not needed, or ask the operator for more.',
  },
  {
    dimension: 'memory',
    refusal:
      'Memory Limit Exceeded: Not enough memory is left in the quota of this silo. Stop instances that are not needed, or ask the operator for more.',
  },
  {
    dimension: 'storage',
    refusal:
      'Storage Limit Exceeded: Not enough storage is left in the quota of this silo. Remove disks and snapshots that are not needed, or ask the operator for more.',
  },
] as const

/** Whose quota, and for whose charts. */
export interface Owner {
  silo_id: string
  project_id: string
}

type Inside = Pick<Ctx, 'db' | 'now'>

/** Takes from the quota or refuses. A dimension of which nothing is asked always passes, however full. */
export async function charge(ctx: Inside, owner: Owner, amount: Amount): Promise<void> {
  const { silo_id } = owner
  const quota = await ctx.db
    .selectFrom('silo_quota')
    .selectAll()
    .where('silo_id', '=', silo_id)
    .executeTakeFirstOrThrow()
  const used = await ctx.db
    .selectFrom('silo_usage')
    .selectAll()
    .where('silo_id', '=', silo_id)
    .executeTakeFirstOrThrow()
  for (const { dimension, refusal } of limits) {
    const asked = amount[dimension] ?? 0
    if (asked > 0 && used[dimension] + asked > quota[dimension]) throw insufficientCapacity(refusal)
  }
  await add(ctx, owner, amount, 1)
}

/** Gives back what a charge took. */
export const credit = (ctx: Inside, owner: Owner, amount: Amount): Promise<void> => add(ctx, owner, amount, -1)

async function add(ctx: Inside, { silo_id, project_id }: Owner, amount: Amount, sign: 1 | -1): Promise<void> {
  const { cpus = 0, memory = 0, storage = 0 } = amount
  const ofSilo = await ctx.db
    .updateTable('silo_usage')
    .set({
      cpus: sql<number>`silo_usage.cpus + ${sign * cpus}`,
      memory: sql<number>`silo_usage.memory + ${sign * memory}`,
      storage: sql<number>`silo_usage.storage + ${sign * storage}`,
    })
    .where('silo_id', '=', silo_id)
    .returning(['cpus', 'memory', 'storage'])
    .executeTakeFirstOrThrow()
  const ofProject = await ctx.db
    .insertInto('project_usage')
    .values({ project_id, cpus: sign * cpus, memory: sign * memory, storage: sign * storage })
    .onConflict((known) =>
      known.column('project_id').doUpdateSet({
        cpus: sql<number>`project_usage.cpus + ${sign * cpus}`,
        memory: sql<number>`project_usage.memory + ${sign * memory}`,
        storage: sql<number>`project_usage.storage + ${sign * storage}`,
      }),
    )
    .returning(['cpus', 'memory', 'storage'])
    .executeTakeFirstOrThrow()
  await sample(ctx, silo_id, ofSilo)
  await sample(ctx, project_id, ofProject)
}

/** The level from this moment on. Of several changes in one moment the last counts. */
export async function sample(ctx: Inside, subject_id: string, level: Required<Amount>): Promise<void> {
  const row = { subject_id, time: ctx.now, ...level }
  await ctx.db
    .insertInto('usage_sample')
    .values(row)
    .onConflict((known) => known.columns(['subject_id', 'time']).doUpdateSet(level))
    .execute()
}
