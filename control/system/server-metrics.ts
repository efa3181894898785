// Metrics of this server process, for monitoring systems with a fleet viewer's token.
import type { serverMetrics as operations } from '#contract/server-metrics.ts'
import type { Handlers } from '../frame/context.ts'
import { Failure } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'

export const serverMetrics = {
  async server_metrics_view(ctx) {
    assertFleet(ctx, 'viewer')
    const { serverMetrics: figures } = ctx.host
    if (!figures) throw new Failure('ObjectNotFound', 'this host keeps no server metrics')
    const { contentType, text } = await figures()
    return new Response(text, { headers: { 'content-type': contentType, 'x-request-id': ctx.requestId } })
  },
} satisfies Handlers<keyof typeof operations>
