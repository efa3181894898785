// Authorization test cases for finding the owner of an address. What each caller finds is tested in system/lookup.spec.ts.
import type { lookup as operations } from '#contract/lookup.ts'
import { row, type Cases } from '../authz-row.ts'
import { signedIn } from '../authz-rules.ts'

export const lookup: Cases<keyof typeof operations> = {
  lookup_list: row({ rule: signedIn, call: () => ({ query: { text: '10.0.0.1' } }) }),
}
