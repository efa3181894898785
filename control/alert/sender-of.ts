// The host's way to the network, for requests that cannot do without it.
import type { Ctx } from '../frame/context.ts'
import { Failure } from '../frame/errors.ts'
import type { AlertSender } from '../frame/ports/sending.ts'

export function senderOf(ctx: Pick<Ctx, 'host'>): AlertSender {
  const { alertSender } = ctx.host
  if (!alertSender) throw new Failure('ServiceNotAvailable', 'the technical preview sends nothing over the network')
  return alertSender
}
