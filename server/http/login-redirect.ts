// Redirects visitors without a session straight to the login form when only one applies: the Host names a silo, or a single
// login method exists. Otherwise the console's page lets them choose.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlPlane } from '#control/plane/control-plane.ts'
import { relativeOf } from '#control/people/saml-request.ts'
import { addressOf, isTls } from './caller.ts'
import { sessionOf } from './cookies.ts'

interface Silo {
  name: string
  identity_mode: 'local_only' | 'saml_jit'
  saml_providers: string[]
}
interface LoginOptions {
  silo: Silo | null
  silos: Silo[]
}

/** The path of the only login form, if there is only one. */
export type FindLogin = (incoming: IncomingMessage) => Promise<string | undefined>

export const makeFindLogin =
  (control: Pick<ControlPlane, 'fetch'>): FindLogin =>
  async (incoming) => {
    const url = `http://${incoming.headers.host ?? 'localhost'}/rackwright/login-options`
    if (!URL.canParse(url)) return undefined
    const caller = { address: addressOf(incoming), secure: isTls(incoming) }
    const response = await control.fetch(new Request(url), caller)
    return response.ok ? onlyLogin((await response.json()) as LoginOptions) : undefined
  }

export function onlyLogin({ silo, silos }: LoginOptions): string | undefined {
  if (!silo) return undefined
  const at = `/login/${encodeURIComponent(silo.name)}`
  if (silo.identity_mode === 'local_only') return `${at}/local`
  const [first, ...others] = silo.saml_providers
  // the Host names the silo exactly when no others are listed
  const isNamedByHost = silos.length === 0
  return first !== undefined && (others.length === 0 || isNamedByHost)
    ? `${at}/saml/${encodeURIComponent(first)}`
    : undefined
}

/** Where to return to after the login; undefined when this request does not ask for one. */
export function returnPath(incoming: IncomingMessage, pathname: string): string | undefined {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return undefined
  if (pathname === '/device/verify') return sessionOf(incoming.headers.cookie) ? undefined : incoming.url
  if (pathname !== '/login') return undefined
  const query = new URLSearchParams(incoming.url?.split('?')[1])
  // any other parameter, such as "choose", is for the console's page
  if ([...query.keys()].some((name) => name !== 'redirect_uri')) return undefined
  return relativeOf(query.get('redirect_uri') ?? '') ?? '/'
}

export function redirectToLogin(outgoing: ServerResponse, login: string, to: string): void {
  const location = to === '/' ? login : `${login}?redirect_uri=${encodeURIComponent(to)}`
  outgoing.writeHead(302, { location, 'cache-control': 'no-store' }).end()
}
