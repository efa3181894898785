// The allow list: the addresses that can reach the system. The host enforces it through admission.ts.
import type { Wire } from '#contract/api.ts'
import type { allowList as operations } from '#contract/allow-list.ts'
import { netOf } from '#contract/ip.ts'
import { MAX_ALLOWED_SOURCES } from '#contract/limits.ts'
import type { Handlers } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { isAllowed, parseAllowed } from './admission.ts'
import { FLEET } from '../frame/subject.ts'
import { assertFleet } from '../frame/fleet.ts'

export const allowList = {
  async networking_allow_list_view(ctx) {
    assertFleet(ctx, 'viewer')
    return ctx.db.selectFrom('allow_list').selectAll().executeTakeFirstOrThrow()
  },

  async networking_allow_list_update(ctx, { body: { allowed_ips } }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: 'allow-list' }, FLEET)
    checkEntries(allowed_ips)
    if (!isAllowed(parseAllowed(allowed_ips), ctx.caller.address))
      throw invalidRequest(
        'The source IP allow list would prevent access from the current client! ' +
          `Ensure that the list contains an entry for the address ${ctx.caller.address}`,
      )
    const changes = { allowed_ips, time_modified: ctx.now }
    return ctx.db.updateTable('allow_list').set(changes).returningAll().executeTakeFirstOrThrow()
  },
} satisfies Handlers<keyof typeof operations>

function checkEntries(allowed: Wire<'AllowedSourceIps'>): void {
  if (allowed.allow === 'any') return
  if (allowed.ips.length > MAX_ALLOWED_SOURCES)
    throw invalidRequest(`the source IP allow list is limited to ${MAX_ALLOWED_SOURCES} entries`)
  for (const text of allowed.ips) {
    const net = netOf(text)
    if (net.width === 0)
      throw invalidRequest(
        `${text} contains every address: to allow access from anywhere, use \`any\` instead of a list`,
      )
    if (net.address === 0n)
      throw invalidRequest(`${text}: the source IP allow list must not contain the unspecified address`)
  }
}
