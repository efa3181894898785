// One-time links with which people become local users of a silo and choose how they sign in. An addition of ours: with the published
// operations, an administrator has to know the password.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { SiloRole } from './policy.ts'
import { PasskeyChallenge, PasskeyCreate } from './passkey.ts'
import { Name, NameOrId, Password, UserId, maybe, timestamp, uint32, uuid } from './values.ts'

const MAX_TOKEN_LENGTH = 256

export const Invitation = z.object({
  id: uuid,
  external_id: z.string(),
  /** On the silo. */
  role: maybe(SiloRole),
  silo_id: uuid,
  /** The display name of who invites. */
  invited_by: z.string(),
  time_created: timestamp,
  time_expires: timestamp,
})
export const InvitationCreate = z.object({ external_id: UserId, role: SiloRole.nullish() })
export const InvitationCreated = Invitation.extend({
  /** For the link: `/invitation#<token>`. Shown only once. */
  token: z.string(),
})

export const InvitationToken = z.object({ token: z.string().max(MAX_TOKEN_LENGTH) })
/** What whoever has the link learns. */
export const OpenInvitation = z.object({
  external_id: z.string(),
  silo_name: Name,
  role: maybe(SiloRole),
  min_password_length: uint32,
  time_expires: timestamp,
})
/** With a password or with the passkey that a browser has created. */
export const InvitationRedeem = InvitationToken.extend({
  password: Password.optional(),
  passkey: PasskeyCreate.optional(),
})

/** Without it, the caller's own silo. */
const query = { silo: NameOrId.optional() }

export const invitation = {
  invitation_list: list(Invitation, byId, { query }),
  invitation_create: { query, body: InvitationCreate, status: 201, answer: InvitationCreated },
  invitation_delete: { path: { invitation: uuid }, status: 204 },
  invitation_open: { body: InvitationToken, status: 200, answer: OpenInvitation },
  invitation_passkey_begin: { body: InvitationToken, status: 200, answer: PasskeyChallenge },
  invitation_redeem: { body: InvitationRedeem, status: 204 },
} satisfies Operations<'invitation'>
