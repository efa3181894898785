// Access tokens with a name, a scope and their last use. An addition of ours.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { maybe, Name, NameOrId, timestamp, uint32, uuid } from './values.ts'

export const TokenName = z.string().trim().min(1, 'expected a name').max(MAX_NAME_LENGTH)
/** In seconds. */
export const TokenLifetime = uint32.refine((seconds) => seconds > 0, 'expected at least one second')
/** The strongest role that a token can use. A limit of admin would limit nothing. */
export const TokenRole = z.enum(['viewer', 'collaborator'])

export const AccessToken = z.object({
  id: uuid,
  /** Empty for a device login without a name. */
  name: z.string(),
  time_created: timestamp,
  time_expires: maybe(timestamp),
  /** Recorded once a minute. */
  time_last_used: maybe(timestamp),
  read_only: z.boolean(),
  /** The only project that the token can use. */
  project_id: maybe(uuid),
  project_name: maybe(Name),
  role: maybe(TokenRole),
})

/** The limits of the scope apply together. Without any, the token can do whatever its owner can. */
export const AccessTokenCreate = z.object({
  name: TokenName,
  /** Shortened to what the silo allows. Without it, the token lasts as long as the silo allows. */
  ttl_seconds: maybe(TokenLifetime),
  read_only: z.boolean().default(false),
  project: maybe(NameOrId),
  role: maybe(TokenRole),
})

/** The only response that contains the token itself. */
export const AccessTokenCreated = AccessToken.extend({ token: z.string() })

const ofUser = { user_id: uuid }

export const accessToken = {
  access_token_list: list(AccessToken, byId),
  access_token_create: { body: AccessTokenCreate, status: 201, answer: AccessTokenCreated },
  user_access_token_list: list(AccessToken, byId, { path: ofUser }),
  user_access_token_delete: { path: { ...ofUser, token_id: uuid }, status: 204 },
} satisfies Operations<'access_token'>
