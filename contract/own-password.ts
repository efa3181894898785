// The caller's own password. An addition of ours: the published operation asks for no proof.
import type { Operations } from './define.ts'
import { SignInProof } from './second-factor.ts'
import { Password } from './values.ts'

export const OwnPasswordSet = SignInProof.extend({
  /** At least 12 characters, and none that many people choose. */
  new_password: Password,
})

export const ownPassword = {
  own_password_set: { body: OwnPasswordSet, status: 204 },
} satisfies Operations<'own_password'>
