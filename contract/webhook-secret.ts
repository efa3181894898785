// The secrets that sign the requests of a webhook. Several at a time, so that they can be replaced without a gap.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { NameOrId, timestamp, uuid } from './values.ts'

export const WebhookSecret = z.object({ id: uuid, time_created: timestamp })
export const WebhookSecrets = z.object({ secrets: z.array(WebhookSecret) })
export const WebhookSecretCreate = z.object({ secret: z.string() })

const ofReceiver = { query: { receiver: NameOrId } }

export const webhookSecret = {
  webhook_secrets_list: { ...ofReceiver, status: 200, answer: WebhookSecrets },
  webhook_secrets_add: { ...ofReceiver, body: WebhookSecretCreate, status: 201, answer: WebhookSecret },
  webhook_secrets_delete: { path: { secret_id: uuid }, status: 204 },
} satisfies Operations<'webhook_secret'>
