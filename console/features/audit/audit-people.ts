// Who an entry is about.
import type { ActivityEvent, AuditEvent } from './audit-queries.ts'

/** Whoever signs in has no identity yet, but a name. */
export const isSigningIn = ({ operation, actorId, targetName }: AuditEvent | ActivityEvent): boolean =>
  Boolean(operation?.startsWith('login_')) && actorId === null && targetName !== null
