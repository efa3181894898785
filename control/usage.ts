// Counting what a silo uses against what it may use. Called in the transaction that makes or ends what is counted,
// so that two that fit alone can never both squeeze in.
import { sql } from 'kysely'
import type { Ctx } from './context.ts'
import { insufficientCapacity } from './errors.ts'

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

/** Takes from the quota or refuses. A dimension of which nothing is asked always passes, however full. */
export async function charge(ctx: Pick<Ctx, 'db'>, silo_id: string, amount: Amount): Promise<void> {
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
  await add(ctx, silo_id, amount, 1)
}

/** Gives back what a charge took. */
export const credit = (ctx: Pick<Ctx, 'db'>, silo_id: string, amount: Amount): Promise<void> =>
  add(ctx, silo_id, amount, -1)

async function add(ctx: Pick<Ctx, 'db'>, silo_id: string, amount: Amount, sign: 1 | -1): Promise<void> {
  await ctx.db
    .updateTable('silo_usage')
    .set({
      cpus: sql<number>`cpus + ${sign * (amount.cpus ?? 0)}`,
      memory: sql<number>`memory + ${sign * (amount.memory ?? 0)}`,
      storage: sql<number>`storage + ${sign * (amount.storage ?? 0)}`,
    })
    .where('silo_id', '=', silo_id)
    .execute()
}
