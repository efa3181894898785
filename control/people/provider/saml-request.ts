// Sends a browser to a SAML identity provider.
import type { Host } from '../../frame/context.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import { invalidRequest, notFound } from '../../frame/errors.ts'
import { BROWSER_HEADER, type Caller } from '../../frame/ports/caller.ts'
import type { Sealer } from '../../frame/ports/secrets.ts'
import { browserOf, checkDestination, relayStateOf, requestIdOf } from './browser-request.ts'
import { openProvider } from './provider-secrets.ts'
import { findLoginSilo } from '../login/session.ts'

export type ProviderRow = RowOf<'saml_identity_provider'>

/** With its secrets in plain text. One that is turned off is not found. */
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
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  if (!row) throw notFound('saml-identity-provider', name)
  return openProvider(sealer, 'saml_identity_provider', row, ['private_key', 'request_key'])
}

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
  checkDestination(redirectUri)
  const row = await findLoginProvider(sealer, db.read, silo, provider)
  if (!saml) throw invalidRequest('single sign-on needs a server; this one runs in your browser')
  const browser = browserOf(caller, random)
  const id = await requestIdOf(row, browser, random.bytes(8), clock.now())
  const relayState = relayStateOf(redirectUri)
  const request = await saml.request(row, id, relayState)
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store', [BROWSER_HEADER]: browser }
  if ('location' in request)
    return new Response(null, { status: 302, headers: { ...headers, location: request.location } })
  return postingPage(request.action, request.fields, headers)
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
