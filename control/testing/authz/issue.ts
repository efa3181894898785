// Authorization test cases for issues.
import type { issue as operations } from '#contract/issue.ts'
import { row, type Cases } from '../authz-row.ts'
import { signedIn } from '../authz-rules.ts'

export const issue: Cases<keyof typeof operations> = {
  issue_list: row({ rule: signedIn, call: () => ({}) }),
}
