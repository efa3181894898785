// Tokens for identity providers that create users by SCIM. No silo uses SCIM, so every operation is refused.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { NameOrId, maybe, timestamp, uuid } from './values.ts'

const token = { id: uuid, time_created: timestamp, time_expires: maybe(timestamp) }
export const ScimClientBearerToken = z.object(token)
export const ScimClientBearerTokenValue = z.object({ bearer_token: z.string(), ...token })

const query = { silo: NameOrId }
const at = { path: { token_id: uuid }, query }

export const scimToken = {
  scim_token_list: { query, status: 200, answer: z.array(ScimClientBearerToken) },
  scim_token_create: { query, status: 201, answer: ScimClientBearerTokenValue },
  scim_token_view: { ...at, status: 200, answer: ScimClientBearerToken },
  scim_token_delete: { ...at, status: 204 },
} satisfies Operations<'scim_token'>
