// Silos that require a second factor: what users without one can still do.
import { factsOf, type OperationId } from '#contract/operations.ts'
import type { Actor } from './authz.ts'
import { Failure } from './errors.ts'

export function assertEnrolled({ mustEnroll }: Actor, operation: OperationId): void {
  if (mustEnroll && !factsOf[operation].enrolls)
    throw new Failure('SecondFactorMissing', 'your silo requires a second factor; set one up to continue')
}
