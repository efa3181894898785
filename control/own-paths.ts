// Paths of our own, beside the contract: live updates, the OpenAPI document, why an instance failed.
import { openapi } from '#contract/openapi.ts'
import type { Ctx, Host } from './context.ts'
import { unauthorized } from './errors.ts'
import { viewFailure } from './instance-failure.ts'
import type { Live } from './live.ts'
import type { Caller } from './ports.ts'
import { json } from './respond.ts'
import { authenticate } from './session.ts'

/** The context of a read by somebody who is known. */
export type Reading = (request: Request, caller: Caller, requestId: string, operation: string) => Promise<Ctx>

export function ownPaths(host: Host, live: Live, reading: Reading) {
  let document: string | undefined

  return async (request: Request, url: URL, caller: Caller, requestId: string): Promise<Response | undefined> => {
    if (request.method !== 'GET') return undefined
    switch (url.pathname) {
      case '/openapi.json':
        document ??= JSON.stringify(openapi())
        return new Response(document, { headers: { 'content-type': 'application/json', 'x-request-id': requestId } })
      case '/rackwright/events': {
        const actor = () => authenticate(host, host.db.read, request, caller).catch(() => undefined)
        if (!(await actor())) throw unauthorized()
        const last = request.headers.get('last-event-id') ?? url.searchParams.get('after')
        return live.stream(last ? Number(last) : undefined, actor, request.signal)
      }
    }
    const failed = /^\/rackwright\/instances\/([^/]+)\/failure$/.exec(url.pathname)?.[1]
    if (failed) {
      const ctx = await reading(request, caller, requestId, 'instance_view')
      return json(200, requestId, await viewFailure(ctx, failed, url.searchParams.get('project')))
    }
  }
}
