// Authorization test cases for the instances of a silo. What each caller sees is tested in compute/silo-instance.spec.ts.
import type { siloInstance as operations } from '#contract/silo-instance.ts'
import { row, type Cases } from '../authz-row.ts'
import { signedIn } from '../authz-rules.ts'

export const siloInstance: Cases<keyof typeof operations> = {
  silo_instance_list: row({ rule: signedIn, call: () => ({}) }),
}
