// What the closed parts of the form do if nobody touches them, in one line. No React here.
import type { InstanceValues } from './values.ts'

type Facts = Pick<InstanceValues, 'networking' | 'ephemeral' | 'pool'> & {
  hostname: string
  antiAffinityGroups: readonly string[]
  autoRestart: string
  userData: unknown
}

/** Names only what is still at its default. */
export function defaultsText(values: Facts, start: Facts): string {
  const { networking, ephemeral, pool } = start
  const isAddressUntouched = values.ephemeral === ephemeral && values.pool === pool && values.networking !== 'none'
  const parts = [
    values.networking === networking &&
      (networking === 'default' ? 'an interface on the default subnet' : networking === 'none' && 'no interface'),
    isAddressUntouched && (ephemeral ? `an ephemeral IP from pool ${pool}` : 'no ephemeral IP'),
    values.hostname === start.hostname && (start.hostname ? `hostname ${start.hostname}` : 'the name as hostname'),
    start.antiAffinityGroups.length === 0 && values.antiAffinityGroups.length === 0 && 'no anti-affinity groups',
    values.autoRestart === 'default' && 'auto-restart',
    !values.userData && 'no user data',
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? `At default: ${parts.join(', ')}.` : ''
}
