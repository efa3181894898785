// The health of receivers: what became of the last attempt, and when the next one is due.
import type { receiverHealth as operations } from '#contract/receiver-health.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Handlers } from '../frame/context.ts'
import { assertFleet } from '../frame/fleet.ts'
import { nextDigest } from './send.ts'

type Receiver = Pick<RowOf<'alert_receiver'>, 'id' | 'kind' | 'is_digest' | 'time_last_sent'>
type Delivery = Pick<RowOf<'alert_delivery'>, 'seq' | 'state' | 'trigger' | 'attempt_log' | 'time_due'>

/** The receivers of operators, each with the deliveries that tell its health. Indexes find them: a log can be long. */
async function receiversWithEnds(db: Queries): Promise<(Receiver & { deliveries: Delivery[] })[]> {
  const rows = await db
    .selectFrom('alert_receiver as receiver')
    .select(['receiver.id', 'receiver.kind', 'receiver.is_digest', 'receiver.time_last_sent'])
    .select((of) => {
      const own = of.selectFrom('alert_delivery').whereRef('alert_receiver_id', '=', 'receiver.id').limit(1)
      const last = own.select('seq').orderBy('time_created', 'desc').orderBy('id', 'desc')
      const pending = own.select('seq').where('state', '=', 'pending')
      return [
        last.where('state', '=', 'delivered').as('delivered'),
        last.where('state', '=', 'failed').as('failed'),
        // alerts wait for the oldest one, and resends for their own time
        pending.where('trigger', '=', 'alert').orderBy('seq').as('queued'),
        pending.where('trigger', '!=', 'alert').orderBy('time_due').as('resent'),
      ]
    })
    .where('receiver.kind', '!=', 'member')
    .orderBy('receiver.kind')
    .orderBy('receiver.name')
    .execute()
  const ends = rows.map(({ delivered, failed, queued, resent }) =>
    [delivered, failed, queued, resent].filter((seq) => seq !== null),
  )
  const found = await db
    .selectFrom('alert_delivery')
    .select(['seq', 'state', 'trigger', 'attempt_log', 'time_due'])
    .where('seq', 'in', [...ends.flat(), 0])
    .execute()
  const known = new Map(found.map((row) => [row.seq, row]))
  return rows.map((row, at) => ({ ...row, deliveries: ends[at]!.flatMap((seq) => known.get(seq) ?? []) }))
}

function healthOf(receiver: Receiver, deliveries: readonly Delivery[]) {
  const attempts = deliveries.flatMap(({ attempt_log }) => attempt_log.at(-1) ?? [])
  const [last] = attempts.toSorted((one, other) => (one.time_sent < other.time_sent ? 1 : -1))
  const [next] = deliveries
    .filter(({ state }) => state === 'pending')
    .map(({ trigger, time_due }) => (trigger === 'alert' ? nextDigest(receiver, time_due) : time_due))
    .toSorted()
  const state = !last ? 'unused' : last.result === 'succeeded' ? 'healthy' : next ? 'retrying' : 'failing'
  return { state, last, next } as const
}

export const receiverHealth = {
  async receiver_health_list(ctx) {
    assertFleet(ctx, 'viewer')
    const receivers = await receiversWithEnds(ctx.db)
    return {
      items: receivers.map(({ deliveries, ...receiver }) => {
        const { state, last, next } = healthOf(receiver, deliveries)
        return {
          receiver_id: receiver.id,
          receiver_kind: receiver.kind as 'webhook' | 'email',
          state,
          last_attempt: last ? { ...last, status: last.status ?? null, reason: last.reason ?? null } : null,
          // the preview sends nothing
          time_next_attempt: ctx.host.alertSender ? (next ?? null) : null,
        }
      }),
    }
  },
} satisfies Handlers<keyof typeof operations>
