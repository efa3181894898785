// Silo quotas. usage.ts counts against them; lowering a quota below current use only stops growth.
import { sql } from 'kysely'
import type { quota as operations } from '#contract/quota.ts'
import type { Handlers } from '../frame/context.ts'
import { assertFleet } from '../frame/fleet.ts'
import { pageBy } from '../frame/page.ts'
import { findSilo, siloSubject } from '../frame/find-silo.ts'

export const quota = {
  async system_quotas_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const rows = ctx.db.selectFrom('silo_quota').selectAll()
    return pageBy(query, rows, [{ column: 'silo_quota.silo_id', text: (row) => row.silo_id }])
  },

  async silo_quotas_view(ctx, { path }) {
    const { id } = await findSilo(ctx, path.silo, 'read')
    return ctx.db.selectFrom('silo_quota').selectAll().where('silo_id', '=', id).executeTakeFirstOrThrow()
  },

  async silo_quotas_update(ctx, { path, body }) {
    const { id } = ctx.subject(siloSubject(await findSilo(ctx, path.silo, 'modify')))
    const held = ctx.db.selectFrom('silo_quota').selectAll().where('silo_id', '=', id)
    const { cpus, memory, storage } = await held.executeTakeFirstOrThrow()
    // a charge that read the old quota must not commit after this change: both write this row, so one of them is retried
    await ctx.db
      .updateTable('silo_usage')
      .set({ cpus: sql<number>`cpus` })
      .where('silo_id', '=', id)
      .execute()
    return ctx.db
      .updateTable('silo_quota')
      .set({ cpus: body.cpus ?? cpus, memory: body.memory ?? memory, storage: body.storage ?? storage })
      .where('silo_id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  },
} satisfies Handlers<keyof typeof operations>
