// Who an entry is about.
import { BEGIN_AGAIN } from '#contract/audit-chain.ts'
import type { ActivityEvent, AuditEvent } from './audit-queries.ts'

interface Signing {
  /** null if the request was refused before the user was known */
  user: string | null
  how: 'signing in' | 'signing out'
}

/** Logging in and out need no identity, so their entries have no actor. Their target is the user. */
export function signingOf({ operation, actorId, targetName }: AuditEvent | ActivityEvent): Signing | undefined {
  if (actorId !== null) return undefined
  if (operation === 'logout') return { user: targetName, how: 'signing out' }
  return operation?.startsWith('login_') ? { user: targetName, how: 'signing in' } : undefined
}

/** 'admin (signing in)', for an entry without an actor. */
export function anonymousText(event: AuditEvent): string {
  // its target is the name of the program
  if (event.operation?.startsWith('device_auth_')) return 'a device (signing in)'
  // maintenance commands run there
  if (event.operation === BEGIN_AGAIN) return 'on the server'
  const signing = signingOf(event)
  return signing ? `${signing.user ?? 'someone'} (${signing.how})` : 'not signed in'
}
