// Whether alerts reach a receiver: its state, what went wrong last, and when the next try is.
import type { Model } from '#contract/client.ts'
import { StateBadge } from '../../table/state-badge.tsx'
import type { Tone } from '../../ui/display/badge.tsx'
import { TimeAgo, useNow } from '../../ui/display/dates.tsx'
import { useLoad } from '../../use-api.ts'
import { timeUntil } from '../../util/time-text.ts'
import { receiverHealth } from './alert-queries.ts'

export type Health = Model<'ReceiverHealth'>

const tones: Record<Health['state'], Tone> = {
  unused: 'neutral',
  healthy: 'success',
  retrying: 'notice',
  failing: 'danger',
}

export function useReceiverHealth(): ReadonlyMap<string, Health> {
  const items = useLoad(receiverHealth()).data?.items ?? []
  return new Map(items.map((one) => [one.receiverId, one]))
}

const results = {
  succeeded: 'accepted',
  failed_http_error: 'refused',
  failed_unreachable: 'unreachable',
  failed_timeout: 'no answer',
} as const

/** 'refused (503)', 'unreachable: connection refused' */
export function problemOf({ lastAttempt }: Health): string | undefined {
  if (!lastAttempt || lastAttempt.result === 'succeeded') return undefined
  const { result, status, reason } = lastAttempt
  return `${results[result]}${status ? ` (${status})` : ''}${reason ? `: ${reason}` : ''}`
}

export const HealthBadge = ({ health }: { health: Health }) => (
  <StateBadge state={health.state} tones={tones} transitional={[]} />
)

/** 'Next try in 2 minutes' */
export function NextTry({ health: { state, timeNextAttempt } }: { health: Health }) {
  const now = useNow()
  if (!timeNextAttempt) return null
  const what = state === 'retrying' ? 'Next try' : 'Next message'
  return (
    <time dateTime={timeNextAttempt.toISOString()} className="whitespace-nowrap">
      {what} {timeUntil(timeNextAttempt, now)}
    </time>
  )
}

export function HealthCell({ health }: { health: Health }) {
  return (
    <span className="flex items-center gap-2">
      <HealthBadge health={health} />
      <span className="text-xs text-muted">
        <NextTry health={health} />
      </span>
    </span>
  )
}

export function HealthFact({ health }: { health: Health }) {
  const problem = problemOf(health)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <HealthBadge health={health} />
      {health.lastAttempt && (
        <span className="min-w-0 text-muted wrap-anywhere">
          {problem ?? 'accepted'}, <TimeAgo long value={health.lastAttempt.timeSent} caption="Last attempt" />
        </span>
      )}
      <NextTry health={health} />
    </span>
  )
}
