// Finds users and authorizes the caller.
import type { Queries } from '../db/database.ts'
import { actorOf, type Ctx } from '../frame/context.ts'
import { mayAdministerSilo, maySilo } from '../frame/authz.ts'
import { forbidden, notFound } from '../frame/errors.ts'

export const users = (ctx: Ctx) =>
  ctx.db
    .selectFrom('silo_user')
    .select(['silo_user.id', 'silo_user.external_id as display_name', 'silo_user.silo_id'])
    .select(['silo_user.time_created', 'silo_user.time_modified'])

/** In any silo that the caller can read. */
export async function findUser(ctx: Ctx, id: string, silo_id?: string) {
  const row = await users(ctx).where('silo_user.id', '=', id).executeTakeFirst()
  const isThere = row && (silo_id ?? row.silo_id) === row.silo_id && maySilo(actorOf(ctx), row.silo_id, 'read')
  if (!isThere) throw notFound('silo-user', id)
  return { ...row, name: row.display_name, project_id: null }
}

/** Users can manage themselves, and administrators the users of their silo. */
export async function findManagedUser(ctx: Ctx, id: string, silo_id?: string) {
  const row = await findUser(ctx, id, silo_id)
  const actor = actorOf(ctx)
  if (row.id !== actor.id && !mayAdministerSilo(actor, row.silo_id)) throw forbidden(row)
  return row
}

/** The caller, who is also the subject of the event. */
export function ownSubject(ctx: Ctx) {
  const actor = actorOf(ctx)
  ctx.subject({ id: actor.id, name: actor.external_id }, { silo_id: actor.silo_id })
  return actor
}

export async function isDisabled(db: Queries, id: string): Promise<boolean> {
  const user = await db.selectFrom('silo_user').select('time_disabled').where('id', '=', id).executeTakeFirst()
  return user?.time_disabled != null
}

export async function isServiceAccount(db: Queries, id: string): Promise<boolean> {
  return (await db.selectFrom('service_account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
