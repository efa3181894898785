// Deliveries of alerts to receivers, with every attempt.
import { z } from 'zod'
import { byTimeAndId, flag, list, type Operations } from './define.ts'
import { NameOrId, maybe, timestamp, uint, uint16, uuid } from './values.ts'

export const AlertDeliveryState = z.enum(['pending', 'delivered', 'failed'])
export const AlertDeliveryTrigger = z.enum(['alert', 'resend', 'probe'])
export const WebhookDeliveryAttemptResult = z.enum([
  'succeeded',
  'failed_http_error',
  'failed_unreachable',
  'failed_timeout',
])
export const WebhookDeliveryResponse = z.object({ duration_ms: uint, status: uint16 })
export const WebhookDeliveryAttempt = z.object({
  attempt: uint,
  response: maybe(WebhookDeliveryResponse),
  result: WebhookDeliveryAttemptResult,
  time_sent: timestamp,
})
export const AlertDeliveryAttempts = z.union([z.strictObject({ webhook: z.array(WebhookDeliveryAttempt) })])
export const AlertDelivery = z.object({
  id: uuid,
  alert_class: z.string(),
  alert_id: uuid,
  attempts: AlertDeliveryAttempts,
  receiver_id: uuid,
  state: AlertDeliveryState,
  time_started: timestamp,
  trigger: AlertDeliveryTrigger,
})
export const AlertDeliveryId = z.object({ delivery_id: uuid })

/** All states, unless some are named. */
export const inStates = { delivered: maybe(flag), failed: maybe(flag), pending: maybe(flag) }

export const alertDelivery = {
  alert_delivery_list: list(AlertDelivery, byTimeAndId, { path: { receiver: NameOrId }, query: inStates }),
  alert_delivery_resend: {
    path: { alert_id: uuid },
    query: { receiver: NameOrId },
    status: 201,
    answer: AlertDeliveryId,
  },
} satisfies Operations<'alert_delivery'>
