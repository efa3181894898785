// Ties a login at an identity provider to the browser that began it. Request ids are signed (HMAC) together with a cookie of the
// browser, so that responses to requests that this browser never made are recognized without storing every request.
import { badRequest } from '../../frame/errors.ts'
import { hex } from '../../frame/hex.ts'
import type { Caller } from '../../frame/ports/caller.ts'
import type { Random } from '../../frame/ports/host.ts'

/** How long a user can take to log in at the identity provider. */
export const MAX_LOGIN_SECONDS = 8 * 3600

/** A provider, as far as requests to it are concerned. */
export interface Requested {
  request_key: string
}

/** Kept if it is there: logins can be under way in several tabs. */
export const browserOf = ({ browser = '' }: Caller, random: Random): string =>
  /^[0-9a-f]{40}$/.test(browser) ? browser : hex(random.bytes(20))

/** Where to return to after login must be on this site. */
export function checkDestination(redirectUri: string | null): void {
  if (redirectUri !== null && !relativeOf(redirectUri))
    throw badRequest('unable to parse query string: redirect_uri must be a path of this site: it begins with one slash')
}

/** The path on this site as browsers resolve it; undefined if it could lead to another site. */
export function relativeOf(uri: string): string | undefined {
  const here = 'http://here.invalid'
  if (!uri.startsWith('/') || /^\/[/\\]/.test(uri) || !URL.canParse(uri, here)) return undefined
  const { origin, pathname, search, hash } = new URL(uri, here)
  // browsers drop tabs and line breaks, so "/⇥/evil.example" would name another host
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/** Where to go after login; the front page if unspecified or on another site. */
export function destinationOf(relayState: string | null): string {
  try {
    const { redirect_uri } = decode(relayState ?? '') as { redirect_uri?: unknown }
    return (typeof redirect_uri === 'string' && relativeOf(redirect_uri)) || '/'
  } catch {
    return '/'
  }
}

export const relayStateOf = (redirectUri: string | null) =>
  redirectUri === null ? '' : encode({ redirect_uri: redirectUri })

const encode = (value: object) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
const decode = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))))

/** Only this server can compute it, for each provider another one. */
export async function markOf({ request_key }: Requested, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(request_key), algorithm, false, ['sign'])
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)))).slice(0, 32)
}

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1000)

export async function requestIdOf(
  provider: Requested,
  browser: string,
  chance: Uint8Array,
  now: Date,
): Promise<string> {
  const text = hex(chance) + secondsOf(now).toString(16).padStart(10, '0')
  return `_${text}${await markOf(provider, text + browser)}`
}

/** Whether this browser was sent away with this request, not too long ago. */
export async function isOurRequest(provider: Requested, id: string, browser: string, now: Date): Promise<boolean> {
  const [, text = '', seconds = '', mark] = /^_([0-9a-f]{16}([0-9a-f]{10}))([0-9a-f]{32})$/.exec(id) ?? []
  const age = secondsOf(now) - parseInt(seconds, 16)
  return mark !== undefined && mark === (await markOf(provider, text + browser)) && age >= 0 && age <= MAX_LOGIN_SECONDS
}
