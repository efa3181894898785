// Finds a silo and authorizes the caller. In the frame, because users, groups and policies belong to silos too.
import type { RowOf } from '../db/database.ts'
import { maySilo, type Action } from './authz.ts'
import { actorOf, type Ctx } from './context.ts'
import { forbidden, isUuid, notFound } from './errors.ts'

export type SiloRow = RowOf<'silo'>

/** By name or id, among all silos. Members and fleet viewers can read it; everyone else gets 404. */
export async function findSilo(ctx: Ctx, selector: string, action: Action): Promise<SiloRow> {
  const actor = actorOf(ctx)
  const row = await ctx.db
    .selectFrom('silo')
    .selectAll()
    .where(isUuid(selector) ? 'id' : 'name', '=', selector)
    .executeTakeFirst()
  if (!row || !maySilo(actor, row.id, 'read')) throw notFound('silo', selector)
  if (!maySilo(actor, row.id, action)) throw forbidden(siloSubject(row))
  return row
}

/** As the subject of an event, a silo is in its own scope. */
export const siloSubject = ({ id, name }: SiloRow) => ({ id, name, silo_id: id, project_id: null })
