// Service accounts: users for programs. They cannot sign in, hold roles like anyone and act with access tokens. An addition of ours.
import { z } from 'zod'
import { AccessTokenCreate, AccessTokenCreated } from './access-token.ts'
import { byId, list, type Operations } from './define.ts'
import { NameOrId, UserId, description, timestamp, uuid } from './values.ts'

export const ServiceAccount = z.object({
  /** Also the ID of its user, in policies and wherever a user is named. */
  id: uuid,
  name: UserId,
  description,
  silo_id: uuid,
  time_created: timestamp,
  time_modified: timestamp,
})
export const ServiceAccountCreate = z.object({ name: UserId, description: description.default('') })

const at = { path: { service_account: uuid } }
/** Without it, the caller's own silo. */
const query = { silo: NameOrId.optional() }

export const serviceAccount = {
  service_account_list: list(ServiceAccount, byId, { query }),
  service_account_create: { query, body: ServiceAccountCreate, status: 201, answer: ServiceAccount },
  service_account_delete: { ...at, status: 204 },
  service_account_token_create: { ...at, body: AccessTokenCreate, status: 201, answer: AccessTokenCreated },
} satisfies Operations<'service_account'>
