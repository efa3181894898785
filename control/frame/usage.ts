// Counts a silo's usage against its quota in the transaction that creates or deletes the resource, so two requests that do not
// both fit can never both succeed.
import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Ctx } from './context.ts'
import { insufficientCapacity } from './errors.ts'
import { FLEET_ID } from './authz.ts'
import { keptStorage, makeRoom, type RoomCtx } from './kept.ts'

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
      'Storage Limit Exceeded: Not enough storage is left in the quota of this silo. Remove disks, snapshots and images that are not needed, or ask the operator for more.',
  },
] as const

const TO_FIT = 'to make room in the silo quota'

/** The silo whose quota is charged, and the project whose charts show it. Silo images belong to no project. */
export interface Owner {
  silo_id: string
  project_id: string | null
}

type Inside = Pick<Ctx, 'db' | 'now'>

/**
 * Charges the quota or refuses. Dimensions with nothing requested always pass. What is deleted and kept counts too, but gives way, the
 * oldest first.
 */
export async function charge(ctx: RoomCtx, owner: Owner, amount: Amount): Promise<void> {
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
    if (asked === 0) continue
    const kept = dimension === 'storage' ? await keptStorage(ctx.db, silo_id) : 0
    const excess = used[dimension] + kept + asked - quota[dimension]
    if (excess <= 0) continue
    if (excess > kept || !(await makeRoom(ctx, silo_id, excess, TO_FIT))) throw insufficientCapacity(refusal)
  }
  await add(ctx, owner, amount, 1)
}

/** Charges also beyond the quota, for what exists already. */
export const chargeAnyway = (ctx: Inside, owner: Owner, amount: Amount): Promise<void> => add(ctx, owner, amount, 1)

/** Reverses a charge. */
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
  await sample(ctx, silo_id, ofSilo)
  if (project_id !== null) await addToProject(ctx, project_id, { cpus, memory, storage }, sign)
  await sample(ctx, FLEET_ID, await fleetLevel(ctx.db))
}

/** Moves what is charged to the silo from one project to another; the silo's quota does not change. */
export async function move(ctx: Inside, from: string | null, to: string | null, amount: Amount): Promise<void> {
  const { cpus = 0, memory = 0, storage = 0 } = amount
  if (from !== null) await addToProject(ctx, from, { cpus, memory, storage }, -1)
  if (to !== null) await addToProject(ctx, to, { cpus, memory, storage }, 1)
}

async function addToProject(ctx: Inside, project_id: string, amount: Required<Amount>, sign: 1 | -1): Promise<void> {
  const { cpus, memory, storage } = amount
  const level = await ctx.db
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
  await sample(ctx, project_id, level)
}

export async function fleetLevel(db: Queries): Promise<Required<Amount>> {
  const { cpus, memory, storage } = await db
    .selectFrom('silo_usage')
    .select(({ fn }) => [fn.sum('cpus').as('cpus'), fn.sum('memory').as('memory'), fn.sum('storage').as('storage')])
    .executeTakeFirstOrThrow()
  // some engines return sums as text, and all return null when there are no rows
  return { cpus: Number(cpus), memory: Number(memory), storage: Number(storage) }
}

/** Records the level from now on. Of several changes at the same time, the last one wins. */
export async function sample(ctx: Inside, subject_id: string, level: Required<Amount>): Promise<void> {
  const row = { subject_id, time: ctx.now, ...level }
  await ctx.db
    .insertInto('usage_sample')
    .values(row)
    .onConflict((known) => known.columns(['subject_id', 'time']).doUpdateSet(level))
    .execute()
}
