// Words for auto-restart, where the popover and the settings say the same.
import { timeAgo } from '../../../util/time-text.ts'

export type Policy = 'never' | 'best_effort'

export const policyText = (policy: Policy | null | undefined) =>
  policy === 'never' ? 'Never' : policy === 'best_effort' ? 'Best effort' : 'Default'

/** How long until then: '42m'. */
export const untilText = (then: Date, now: Date) => timeAgo(now, then)
