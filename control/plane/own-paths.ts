// Paths outside the contract: live updates, the OpenAPI document and redirects to identity providers.
import type { Host } from '../frame/context.ts'
import { dutyOf } from '../frame/enrolled.ts'
import { unauthorized } from '../frame/errors.ts'
import type { Live } from '../frame/live.ts'
import { openapiAnswer } from './openapi-answer.ts'
import type { Caller } from '../frame/ports/caller.ts'
import { decodeSegment } from '../frame/router.ts'
import { redirectToProvider } from '../people/provider/saml-request.ts'
import { authenticate } from '../people/credential.ts'

export function ownPaths(host: Host, live: Live) {
  return async (request: Request, url: URL, caller: Caller, requestId: string): Promise<Response | undefined> => {
    if (request.method !== 'GET') return undefined
    switch (url.pathname) {
      case '/openapi.json':
        return openapiAnswer(request, requestId)
      case '/rackwright/events': {
        const actor = async () => {
          const known = await authenticate(host, host.db.read, request, caller).catch(() => undefined)
          return known && dutyOf(known) ? undefined : known
        }
        if (!(await actor())) throw unauthorized()
        const last = request.headers.get('last-event-id') ?? url.searchParams.get('after')
        // an invalid id counts as a browser that has seen no events yet
        return live.stream(last && /^\d{1,15}$/.test(last) ? Number(last) : undefined, actor, request.signal)
      }
    }
    const login = /^\/login\/([^/]+)\/saml\/([^/]+)\/redirect$/.exec(url.pathname)
    if (login) {
      const [silo, provider] = login.slice(1).map(decodeSegment) as [string, string]
      const redirectUri = url.searchParams.get('redirect_uri')
      return redirectToProvider(host, { silo, provider, redirectUri, requestId, caller })
    }
  }
}
