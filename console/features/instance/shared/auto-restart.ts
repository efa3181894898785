// Words for auto-restart, where the chip, its popover, the failure notice and the settings say the same.
import { durationText } from '../../../util/duration.ts'
import type { Instance } from '../instance-queries.ts'
import { isEligible } from './instance-polling.ts'

export type Policy = 'never' | 'best_effort'

export const policyText = (policy: Policy | null | undefined) =>
  policy === 'never' ? 'Never' : policy === 'best_effort' ? 'Best effort' : 'Default'

/** How long until then: '42 min'. */
export const untilText = (then: Date, now: Date) => durationText((then.getTime() - now.getTime()) / 1000)

/** Whether and when a failed instance restarts, as the chip beside its state and as a sentence. */
export function restartText(instance: Instance, now: Date): { chip: string; text: string } {
  const { autoRestartEnabled, autoRestartCooldownExpiration: cooldown } = instance
  if (!autoRestartEnabled)
    return { chip: 'Auto-restart off', text: 'Auto-restart is off. Fix the cause, then start it.' }
  if (!cooldown || isEligible(instance, now)) return { chip: 'Auto-restart soon', text: 'It will restart soon.' }
  const until = untilText(cooldown, now)
  return {
    chip: `Auto-restart in ${until}`,
    text: `It restarted recently and will restart again in ${until}. You can start it now.`,
  }
}
