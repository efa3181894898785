// Authorization test cases for the checklist of a new silo.
import type { firstSteps as operations } from '#contract/first-steps.ts'
import { row, type Cases } from '../authz-row.ts'
import { ownSiloKeys, signedIn } from '../authz-rules.ts'

export const firstSteps: Cases<keyof typeof operations> = {
  first_steps_view: row({ rule: signedIn, call: () => ({}) }),
  first_steps_dismiss: row({ rule: ownSiloKeys.list, call: () => ({}) }),
}
