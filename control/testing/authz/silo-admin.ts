// Authorization test cases for the names of a silo's administrators.
import type { siloAdmin as operations } from '#contract/silo-admin.ts'
import { row, type Cases } from '../authz-row.ts'
import { signedIn } from '../authz-rules.ts'

export const siloAdmin: Cases<keyof typeof operations> = {
  silo_admin_list: row({ rule: signedIn, call: () => ({}) }),
}
