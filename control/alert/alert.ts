// The alerts that were raised, for fleet viewers.
import type { alert as operations } from '#contract/alert.ts'
import { PROBE_CLASS } from '#contract/alert-classes.ts'
import type { RowOf } from '../db/database.ts'
import type { Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { pageByTime } from './alert-delivery.ts'
import { sentenceOf, severityOf } from './sentence.ts'

const shown = (row: RowOf<'alert'>) => ({
  ...row,
  time_raised: row.time_created,
  data: row.payload,
  sentence: sentenceOf(row),
  severity: severityOf(row),
  state: row.time_resolved === null ? ('open' as const) : ('resolved' as const),
})

export const alert = {
  async alert_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const rows = ctx.db.selectFrom('alert').selectAll().where('alert_class', '!=', PROBE_CLASS)
    const { items, next_page } = await pageByTime(query, rows, 'alert')
    return { items: items.map(shown), next_page }
  },

  async alert_view(ctx, { path: { alert_id } }) {
    assertFleetThing(ctx, 'alert', alert_id)
    const row = await ctx.db.selectFrom('alert').selectAll().where('id', '=', alert_id).executeTakeFirst()
    if (!row || row.alert_class === PROBE_CLASS) throw notFound('alert', alert_id)
    const deliveries = await ctx.db
      .selectFrom('alert_delivery')
      .innerJoin('alert_receiver', 'alert_receiver.id', 'alert_receiver_id')
      .select(['alert_delivery.id', 'state', 'trigger', 'notice', 'attempt_log', 'alert_delivery.time_created'])
      .select(['alert_receiver_id', 'alert_receiver.name', 'kind'])
      .where('alert_id', '=', alert_id)
      .where('kind', '!=', 'member')
      .orderBy('seq')
      .execute()
    return {
      ...shown(row),
      deliveries: deliveries.map(({ kind, name, alert_receiver_id, attempt_log, time_created, ...delivery }) => ({
        ...delivery,
        receiver_id: alert_receiver_id,
        receiver_name: name,
        receiver_kind: kind as 'webhook' | 'email',
        attempts: attempt_log.length,
        time_started: time_created,
      })),
    }
  },
} satisfies Handlers<keyof typeof operations>
