// BGP sessions that are down.
import { actorOf } from '../../frame/context.ts'
import { allSwitches } from '../fabric/find.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

/** A new session needs a few seconds to establish. */
export const BGP_GRACE_MS = 30_000

export async function bgpSessionsDown(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const latest = new Date(ctx.host.clock.now().getTime() - BGP_GRACE_MS).toISOString()
  const issues: Found[] = []
  for (const at of await allSwitches(ctx.db)) {
    for (const { addr, down_since } of await ctx.host.fabric.bgpSessions(at)) {
      if (down_since === null || down_since > latest) continue
      const target_name = `${addr} on ${at.location}`
      issues.push(found({ kind: 'bgp_session_down', severity: 'error', since: down_since, target_name }))
    }
  }
  return issues
}
