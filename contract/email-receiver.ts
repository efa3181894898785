// E-mail receivers: addresses that get alerts by e-mail. Additions of ours: the published receivers are webhooks.
import { z } from 'zod'
import { AlertSubscription } from './alert-class.ts'
import { AlertDeliveryState, AlertDeliveryTrigger, inStates } from './alert-delivery.ts'
import { byNameOrId, byTimeAndId, list, type Operations } from './define.ts'
import { MAX_RECEIVER_SUBSCRIPTIONS } from './limits.ts'
import { NameOrId, bounded, email, identity, maybe, naming, renaming, timestamp, uint32, uuid } from './values.ts'

const subscriptions = bounded(MAX_RECEIVER_SUBSCRIPTIONS, z.array(AlertSubscription))

export const EmailReceiver = z.object({
  ...identity,
  address: email,
  /** At most one e-mail an hour, with all alerts since the last one. */
  digest: z.boolean(),
  subscriptions: z.array(AlertSubscription),
})
export const EmailReceiverCreate = z.object({
  ...naming,
  address: email,
  digest: z.boolean().default(false),
  subscriptions: subscriptions.default([]),
})
/** Absent or null fields stay unchanged. */
export const EmailReceiverUpdate = z.object({
  ...renaming,
  address: maybe(email),
  digest: z.boolean().optional(),
  subscriptions: maybe(subscriptions),
})

export const EmailDeliveryAttempt = z.object({
  attempt: uint32,
  result: z.enum(['succeeded', 'failed']),
  /** What went wrong, in the words of the server if it answered. */
  reason: maybe(z.string()),
  time_sent: timestamp,
})
export const EmailDelivery = z.object({
  id: uuid,
  alert_class: z.string(),
  alert_id: uuid,
  attempts: z.array(EmailDeliveryAttempt),
  state: AlertDeliveryState,
  time_started: timestamp,
  trigger: AlertDeliveryTrigger,
})

const at = { path: { receiver: NameOrId } }

export const emailReceiver = {
  email_receiver_list: list(EmailReceiver, byNameOrId),
  email_receiver_create: { body: EmailReceiverCreate, status: 201, answer: EmailReceiver },
  email_receiver_view: { ...at, status: 200, answer: EmailReceiver },
  email_receiver_update: { ...at, body: EmailReceiverUpdate, status: 200, answer: EmailReceiver },
  email_receiver_delete: { ...at, status: 204 },
  email_receiver_probe: { ...at, status: 200, answer: EmailDelivery },
  email_delivery_list: list(EmailDelivery, byTimeAndId, { ...at, query: inStates }),
  email_delivery_resend: { path: { receiver: NameOrId, alert_id: uuid }, status: 201, answer: EmailDelivery },
} satisfies Operations<'email_receiver'>
