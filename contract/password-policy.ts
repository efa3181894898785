// How long new passwords of a silo must be, whoever sets them. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { MAX_MIN_PASSWORD_LENGTH } from './limits.ts'
import { NameOrId, maybe, uint32 } from './values.ts'

export const PasswordPolicy = z.object({
  /** In characters. Null: 12 for passwords that people choose for themselves, and no minimum in published operations of administrators. */
  min_length: maybe(uint32),
  /** Whether the users of the silo sign in with passwords. */
  is_local: z.boolean(),
})
export const PasswordPolicyUpdate = z.object({
  min_length: uint32
    .refine(
      (length) => length > 0 && length <= MAX_MIN_PASSWORD_LENGTH,
      `expected between 1 and ${MAX_MIN_PASSWORD_LENGTH} characters`,
    )
    .nullable(),
})

const at = { path: { silo: NameOrId } }

export const passwordPolicy = {
  password_policy_view: { ...at, status: 200, answer: PasswordPolicy },
  password_policy_update: { ...at, body: PasswordPolicyUpdate, status: 200, answer: PasswordPolicy },
} satisfies Operations<'password_policy'>
