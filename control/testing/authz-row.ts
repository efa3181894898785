// The type of a row in the authorization test; authz-cases.ts explains how to write one.
import type { OperationId } from '#contract/operations.ts'
import type { Rule } from './authz-rules.ts'
import type { Call, Prepared } from './authz-world.ts'

export interface Case<Made = unknown> {
  rule: Rule
  make?: (w: Prepared) => Promise<Made>
  call: (w: Prepared, made: Made) => Call | Promise<Call>
}

/** Erases the type that `make` returns; only the row's own `call` needs it. */
export type Cases<Op extends OperationId> = Record<Op, Case>
export const row = <Made>(each: Case<Made>): Case => each as Case
