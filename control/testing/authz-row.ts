// What a row of the authorization table's test is; authz-cases.ts says how to write one.
import type { OperationId } from '#contract/operations.ts'
import type { Rule } from './authz-rules.ts'
import type { Call, Prepared } from './authz-world.ts'

export interface Case<Made = unknown> {
  rule: Rule
  make?: (w: Prepared) => Promise<Made>
  call: (w: Prepared, made: Made) => Call | Promise<Call>
}

/** Forgets what `make` makes; its call is the only one who needs to know. */
export type Cases<Op extends OperationId> = Record<Op, Case>
export const row = <Made>(each: Case<Made>): Case => each as Case
