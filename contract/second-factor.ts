// The second factor of local users: an authenticator app with recovery codes. Passkeys are in passkey.ts. Administrators see and reset it, and a silo can require it.
// An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { Name, NameOrId, Password, maybe, timestamp, uint32, uuid } from './values.ts'

const MAX_TICKET_LENGTH = 1024
/** Attestations are not asked for, so responses are short. */
const MAX_RESPONSE_LENGTH = 16_384

const passcode = z.string().min(1).max(64)
/** Six digits of an authenticator app, or a recovery code. Spaces and dashes do not matter. */
export const Passcode = z.object({ passcode })

/** The browser's response as JSON, with the ticket of its challenge. */
export const PasskeyResponse = z.object({
  ticket: z.string().max(MAX_TICKET_LENGTH),
  response: z.string().max(MAX_RESPONSE_LENGTH),
})

/**
 * That the caller is the user, for changes of how the user signs in: the present password, a passcode, or the response to a challenge of
 * `passkey_proof_begin`. At most one of them.
 */
export const SignInProof = z.object({
  password: Password.optional(),
  passcode: passcode.optional(),
  passkey: PasskeyResponse.optional(),
})

export const SecondFactor = z.object({
  /** When the authenticator app was set up. Null without one. */
  time_totp_enrolled: maybe(timestamp),
  /** The app no longer works, because the secret key of the installation was lost: it must be set up again. */
  is_totp_lost: z.boolean(),
  passkeys: uint32,
  recovery_codes_left: uint32,
  /** From then on, users of the silo who have no second factor can do nothing but set one up. Null if it is optional. */
  time_required: maybe(timestamp),
  /** Only local users sign in here; an identity provider asks for its own second factor. */
  is_local: z.boolean(),
})

export const TotpEnrollment = z.object({
  /** In base32, for typing it in. */
  secret: z.string(),
  /** The same as an otpauth: URI, for a QR code. */
  uri: z.string(),
})

/** Shown only once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

const requirement = { time_required: timestamp.nullable() }
export const SecondFactorPolicyUpdate = z.object(requirement)
export const SecondFactorPolicy = z.object({
  ...requirement,
  /** Whether the users of the silo sign in with passwords. Others cannot be required to have a second factor here. */
  is_local: z.boolean(),
})

const ofUser = { path: { user_id: uuid } }
const ofSilo = { path: { silo: NameOrId } }

export const secondFactor = {
  login_second_factor: { path: { silo_name: Name }, body: Passcode, status: 204 },
  second_factor_view: { status: 200, answer: SecondFactor },
  second_factor_enroll: { body: SignInProof, status: 201, answer: TotpEnrollment },
  second_factor_confirm: { body: Passcode, status: 200, answer: RecoveryCodes },
  second_factor_replace_recovery_codes: { body: SignInProof, status: 200, answer: RecoveryCodes },
  second_factor_disable: { body: SignInProof, status: 204 },
  user_second_factor_view: { ...ofUser, status: 200, answer: SecondFactor },
  user_second_factor_reset: { ...ofUser, status: 204 },
  second_factor_policy_view: { ...ofSilo, status: 200, answer: SecondFactorPolicy },
  second_factor_policy_update: { ...ofSilo, body: SecondFactorPolicyUpdate, status: 200, answer: SecondFactorPolicy },
} satisfies Operations<'second_factor'>
