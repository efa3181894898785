// What users must do before anything else: choose another password, or set up the second factor that their silo requires.
import { factsOf, type OperationId } from '#contract/operations.ts'
import type { Actor } from './authz.ts'
import { Failure } from './errors.ts'

export function assertEnrolled(actor: Actor, operation: OperationId): void {
  const duty = dutyOf(actor)
  if (duty && !factsOf[operation].enrolls) throw duty
}

/** The first thing that is missing. */
export function dutyOf({ mustChangePassword, mustEnroll }: Actor): Failure | undefined {
  // first, because others may know the password
  if (mustChangePassword) return new Failure('PasswordChangeRequired', 'choose another password to continue')
  if (mustEnroll)
    return new Failure('SecondFactorMissing', 'your silo requires a second factor; set one up to continue')
  return undefined
}
