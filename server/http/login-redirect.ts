// Redirects visitors without a session straight to the login form when only one applies: the Host names a silo, or a single
// login method exists. Otherwise the console's login page lets them choose.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlPlane } from '#control/plane/control-plane.ts'
import { relativeOf } from '#control/people/provider/browser-request.ts'
import { addressOf, callerOf, isTls } from './caller.ts'
import { pathOf } from '../log.ts'

interface Silo {
  name: string
  identity_mode: 'local_only' | 'saml_jit'
  saml_providers: string[]
  /** Absent on other hosts. */
  oidc_providers?: string[]
}
interface LoginOptions {
  silo: Silo | null
  silos: Silo[]
}

/** Where to log in and then return to a path; undefined when the console's page is the answer. */
export type FindLogin = (incoming: IncomingMessage, to: string) => Promise<string | undefined>

export const LOGIN = '/login'

export const makeFindLogin =
  (control: Pick<ControlPlane, 'fetch' | 'recognizes'>): FindLogin =>
  async (incoming, to) => {
    const url = `http://${incoming.headers.host ?? 'localhost'}/rackwright/login-options`
    if (!URL.canParse(url)) return undefined
    const caller = { address: addressOf(incoming), secure: isTls(incoming) }
    const response = await control.fetch(new Request(url), caller)
    if (!response.ok) return undefined
    const isLoginPage = pathOf(incoming.url) === LOGIN
    if (!isLoginPage && (await control.recognizes({ headers: new Headers() }, callerOf(incoming)))) return undefined
    const login = onlyLogin((await response.json()) as LoginOptions) ?? (isLoginPage ? undefined : LOGIN)
    return login && to !== '/' ? `${login}?redirect_uri=${encodeURIComponent(to)}` : login
  }

/** The path of the only login form, if there is only one. */
export function onlyLogin({ silo, silos }: LoginOptions): string | undefined {
  if (!silo) return undefined
  const at = `/login/${encodeURIComponent(silo.name)}`
  if (silo.identity_mode === 'local_only') return `${at}/local`
  const [first, ...others] = [
    ...silo.saml_providers.map((name) => `saml/${encodeURIComponent(name)}`),
    ...(silo.oidc_providers ?? []).map((name) => `oidc/${encodeURIComponent(name)}`),
  ]
  // the Host names the silo exactly when no others are listed
  const isNamedByHost = silos.length === 0
  return first !== undefined && (others.length === 0 || isNamedByHost) ? `${at}/${first}` : undefined
}

/** Where to return to after a login; undefined for pages that everyone may load. */
export function returnPath(incoming: IncomingMessage, pathname: string): string | undefined {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return undefined
  if (pathname === '/device/verify') return incoming.url
  if (pathname !== LOGIN) return undefined
  const query = new URLSearchParams(incoming.url?.split('?')[1])
  // any other parameter, such as "choose", is for the console's page
  if ([...query.keys()].some((name) => name !== 'redirect_uri')) return undefined
  return relativeOf(query.get('redirect_uri') ?? '') ?? '/'
}

export function redirectTo(outgoing: ServerResponse, location: string): void {
  outgoing.writeHead(302, { location, 'cache-control': 'no-store' }).end()
}
