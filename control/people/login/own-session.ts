// The caller's own sessions.
import type { ownSession as operations } from '#contract/own-session.ts'
import { actorOf, type Handlers } from '../../frame/context.ts'
import { notFound } from '../../frame/errors.ts'
import { page } from '../../frame/page.ts'
import { sessionExpiry } from '../credential.ts'
import { sessionsOf } from './session.ts'

export const ownSession = {
  async own_session_list(ctx, { query }) {
    const { id, credential } = actorOf(ctx)
    const { items, next_page } = await page(query, sessionsOf(ctx, id), 'session')
    return {
      items: items.map((row) => ({
        ...row,
        time_expires: new Date(sessionExpiry(row)).toISOString(),
        is_current: row.id === credential?.id,
      })),
      next_page,
    }
  },

  async own_session_delete(ctx, { path }) {
    const { id, external_id: name, silo_id } = actorOf(ctx)
    const row = await sessionsOf(ctx, id).where('id', '=', path.session_id).executeTakeFirst()
    if (!row) throw notFound('session', path.session_id)
    ctx.subject({ id: row.id, name }, { silo_id })
    await ctx.db.deleteFrom('session').where('id', '=', row.id).execute()
  },
} satisfies Handlers<keyof typeof operations>
