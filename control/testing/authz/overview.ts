// Authorization test cases for the overviews.
import type { overview as operations } from '#contract/overview.ts'
import { row, type Cases } from '../authz-row.ts'
import { onFleet, signedIn } from '../authz-rules.ts'

export const overview: Cases<keyof typeof operations> = {
  overview_view: row({ rule: signedIn, call: () => ({}) }),
  system_overview_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
}
