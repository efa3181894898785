// Whether alerts reach their receivers, derived from the deliveries. An addition of ours, for fleet viewers.
import { z } from 'zod'
import { WebhookDeliveryAttemptResult } from './alert-delivery.ts'
import type { Operations } from './define.ts'
import { maybe, timestamp, uint16, uuid } from './values.ts'

export const ReceiverState = z.enum([
  /** Nothing was sent to it yet. */
  'unused',
  /** It accepted what was sent last. */
  'healthy',
  /** The last attempt failed, and is repeated. */
  'retrying',
  /** The last attempt failed, and nothing is left to send. */
  'failing',
])

export const ReceiverAttempt = z.object({
  result: WebhookDeliveryAttemptResult,
  /** Status of the response to a webhook. */
  status: maybe(uint16),
  /** Why it failed. */
  reason: maybe(z.string()),
  time_sent: timestamp,
})

export const ReceiverHealth = z.object({
  receiver_id: uuid,
  receiver_kind: z.enum(['webhook', 'email']),
  state: ReceiverState,
  last_attempt: maybe(ReceiverAttempt),
  /** Null if nothing is waiting. */
  time_next_attempt: maybe(timestamp),
})

export const ReceiverHealthResults = z.object({ items: z.array(ReceiverHealth) })

export const receiverHealth = {
  /** Not paged: a limit bounds the receivers. Receivers of members are not included. */
  receiver_health_list: { status: 200, answer: ReceiverHealthResults },
} satisfies Operations<'receiver_health'>
