// Passkeys of local users: a second factor, and a way to sign in without a password. An addition of ours.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { PasskeyResponse, RecoveryCodes, SignInProof } from './second-factor.ts'
import { Name, maybe, timestamp, uuid } from './values.ts'

export const Passkey = z.object({
  id: uuid,
  name: z.string(),
  /** The host name under which it works. */
  rp_id: z.string(),
  time_created: timestamp,
  time_last_used: maybe(timestamp),
})

export const PasskeyChallenge = z.object({
  /** For `navigator.credentials`, as JSON. Text, because its names are not ours to convert. */
  options: z.string(),
  /** To be sent back with the response of the browser, within five minutes. */
  ticket: z.string(),
})

export const PasskeyCreate = PasskeyResponse.extend({ name: z.string().trim().min(1).max(MAX_NAME_LENGTH) })
export const PasskeyCreated = Passkey.extend({
  /** With the first second factor only. Shown only once. */
  recovery_codes: maybe(RecoveryCodes.shape.recovery_codes),
})

const ofSilo = { path: { silo_name: Name } }

export const passkey = {
  passkey_list: list(Passkey, byId),
  passkey_begin: { body: SignInProof, status: 200, answer: PasskeyChallenge },
  passkey_create: { body: PasskeyCreate, status: 201, answer: PasskeyCreated },
  passkey_delete: { path: { passkey_id: uuid }, body: SignInProof, status: 204 },
  passkey_proof_begin: { status: 200, answer: PasskeyChallenge },
  login_passkey_begin: { ...ofSilo, status: 200, answer: PasskeyChallenge },
  login_passkey: { ...ofSilo, body: PasskeyResponse, status: 204 },
} satisfies Operations<'passkey'>
