// Sends a browser to an identity provider. Request ids are signed (HMAC) together with a cookie of the browser, so that responses to
// requests that this browser never made are recognized without storing every request.
import type { Host } from '../frame/context.ts'
import type { Queries, RowOf } from '../db/database.ts'
import { badRequest, invalidRequest, notFound } from '../frame/errors.ts'
import { hex } from '../frame/hex.ts'
import { BROWSER_HEADER, type Caller, type Sealer } from '../frame/ports.ts'
import { openEither, purposeOf } from '../frame/sealer.ts'
import { findLoginSilo } from './session.ts'

export type ProviderRow = RowOf<'saml_identity_provider'>

/** How long a user can take to log in at the identity provider. */
const MAX_LOGIN_SECONDS = 8 * 3600

/** With its private key in plain text. */
export async function findLoginProvider(
  sealer: Sealer,
  db: Queries,
  siloName: string,
  name: string,
): Promise<ProviderRow> {
  const silo = await findLoginSilo({ db }, siloName)
  const row = await db
    .selectFrom('saml_identity_provider')
    .selectAll()
    .where('silo_id', '=', silo.id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) throw notFound('saml-identity-provider', name)
  return { ...row, private_key: row.private_key && (await openEither(sealer, row.private_key, keyPurpose(row.id))) }
}

const keyPurpose = (id: string) => purposeOf('saml_identity_provider.private_key', id)

export const sealKey = (sealer: Sealer, key: string, id: string): Promise<string> => sealer.seal(key, keyPurpose(id))

export async function redirectToProvider(
  { db, saml, sealer, clock, random }: Host,
  {
    silo,
    provider,
    redirectUri,
    requestId,
    caller,
  }: Record<'silo' | 'provider' | 'requestId', string> & { redirectUri: string | null; caller: Caller },
): Promise<Response> {
  if (redirectUri !== null && !relativeOf(redirectUri))
    throw badRequest('unable to parse query string: redirect_uri must be a path of this site: it begins with one slash')
  const row = await findLoginProvider(sealer, db.read, silo, provider)
  if (!saml) throw invalidRequest('single sign-on needs a server; this one runs in your browser')
  // kept if it is there: logins can be under way in several tabs
  const browser = /^[0-9a-f]{40}$/.test(caller.browser ?? '') ? caller.browser! : hex(random.bytes(20))
  const id = await requestIdOf(row, browser, random.bytes(8), clock.now())
  const relayState = redirectUri === null ? '' : encode({ redirect_uri: redirectUri })
  const request = await saml.request(row, id, relayState)
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store', [BROWSER_HEADER]: browser }
  if ('location' in request)
    return new Response(null, { status: 302, headers: { ...headers, location: request.location } })
  return postingPage(request.action, request.fields, headers)
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

const encode = (value: object) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
const decode = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))))

async function markOf({ request_key }: ProviderRow, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(request_key), algorithm, false, ['sign'])
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)))).slice(0, 32)
}

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1000)

async function requestIdOf(provider: ProviderRow, browser: string, chance: Uint8Array, now: Date): Promise<string> {
  const text = hex(chance) + secondsOf(now).toString(16).padStart(10, '0')
  return `_${text}${await markOf(provider, text + browser)}`
}

/** Whether this browser was sent away with this request, not too long ago. */
export async function isOurRequest(provider: ProviderRow, id: string, browser: string, now: Date): Promise<boolean> {
  const [, text = '', seconds = '', mark] = /^_([0-9a-f]{16}([0-9a-f]{10}))([0-9a-f]{32})$/.exec(id) ?? []
  const age = secondsOf(now) - parseInt(seconds, 16)
  return mark !== undefined && mark === (await markOf(provider, text + browser)) && age >= 0 && age <= MAX_LOGIN_SECONDS
}

const SCRIPT = 'document.forms[0].submit()'
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A page that posts these fields as soon as it is open. */
export async function postingPage(action: string, fields: Record<string, string>, headers: Record<string, string>) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(SCRIPT))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${attribute(name)}" value="${attribute(value)}">`,
  )
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title>' +
    `<form method="post" action="${attribute(action)}">${inputs.join('')}<button>Continue</button></form>` +
    `<script>${SCRIPT}</script></html>`
  return new Response(html, {
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'`,
    },
  })
}
