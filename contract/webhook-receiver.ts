// Webhooks: alert receivers that get an HTTP request for each alert.
import { z } from 'zod'
import { AlertSubscription } from './alert-class.ts'
import type { Operations } from './define.ts'
import { MAX_RECEIVER_SUBSCRIPTIONS, MAX_WEBHOOK_SECRETS } from './limits.ts'
import { NameOrId, bounded, identity, maybe, naming, renaming, uri } from './values.ts'
import { WebhookSecret } from './webhook-secret.ts'

export const WebhookCreate = z.object({
  ...naming,
  endpoint: uri,
  secrets: bounded(MAX_WEBHOOK_SECRETS, z.array(z.string())),
  subscriptions: bounded(MAX_RECEIVER_SUBSCRIPTIONS, z.array(AlertSubscription)).default([]),
})
export const WebhookReceiver = z.object({
  ...identity,
  endpoint: uri,
  secrets: z.array(WebhookSecret),
  subscriptions: z.array(AlertSubscription),
})
export const WebhookReceiverUpdate = z.object({ ...renaming, endpoint: maybe(uri) })

export const webhookReceiver = {
  webhook_receiver_create: { body: WebhookCreate, status: 201, answer: WebhookReceiver },
  webhook_receiver_update: { path: { receiver: NameOrId }, body: WebhookReceiverUpdate, status: 204 },
} satisfies Operations<'webhook_receiver'>
