// Alert receivers: where alerts are sent, and which.
import { z } from 'zod'
import { AlertSubscription } from './alert-class.ts'
import { AlertDelivery } from './alert-delivery.ts'
import { byNameOrId, flag, list, type Operations } from './define.ts'
import { NameOrId, identity, maybe, uint, uri } from './values.ts'
import { WebhookSecret } from './webhook-secret.ts'

export const AlertReceiverKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('webhook'), endpoint: uri, secrets: z.array(WebhookSecret) }),
])
export const AlertReceiver = z.object({
  ...identity,
  kind: AlertReceiverKind,
  subscriptions: z.array(AlertSubscription),
})
export const AlertSubscriptionCreate = z.object({ subscription: AlertSubscription })
export const AlertSubscriptionCreated = z.object({ subscription: AlertSubscription })
export const AlertProbeResult = z.object({
  probe: AlertDelivery,
  /** Null unless the probe was to resend, and succeeded. */
  resends_started: maybe(uint),
})

const at = { path: { receiver: NameOrId } }

export const alertReceiver = {
  alert_receiver_list: list(AlertReceiver, byNameOrId),
  alert_receiver_view: { ...at, status: 200, answer: AlertReceiver },
  alert_receiver_delete: { ...at, status: 204 },
  alert_receiver_probe: { ...at, query: { resend: flag.default(false) }, status: 200, answer: AlertProbeResult },
  alert_receiver_subscription_add: {
    ...at,
    body: AlertSubscriptionCreate,
    status: 201,
    answer: AlertSubscriptionCreated,
  },
  alert_receiver_subscription_remove: {
    path: { receiver: NameOrId, subscription: AlertSubscription },
    status: 204,
  },
} satisfies Operations<'alert_receiver'>
