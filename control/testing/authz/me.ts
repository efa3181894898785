// Authorization test cases for the caller.
import type { me as operations } from '#contract/me.ts'
import type { ping } from '#contract/ping.ts'
import { row, type Cases } from '../authz-row.ts'
import { anyone, signedIn } from '../authz-rules.ts'

export const me: Cases<keyof typeof operations | keyof typeof ping> = {
  ping: row({ rule: anyone, call: () => ({}) }),
  current_user_view: row({ rule: signedIn, call: () => ({}) }),
  current_user_groups: row({ rule: signedIn, call: () => ({}) }),
}
