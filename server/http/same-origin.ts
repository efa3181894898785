// CSRF protection: whether the request comes from one of our own pages. Another site's page can make the browser post here with
// our cookie. Only Sec-Fetch-Site and Origin tell the two apart, because the browser sets them and a page cannot forge them.
import type { IncomingMessage } from 'node:http'
import { isSamlLogin } from '#contract/api-path.ts'
import { sessionOf } from './cookies.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function allowedWrite(incoming: IncomingMessage, pathname: string): boolean {
  if (READS.has(incoming.method ?? 'GET')) return true
  // a token is not sent by the browser on its own; but where there is a cookie too, the cookie decides who calls
  const { authorization = '', cookie } = incoming.headers
  if (/^bearer ./i.test(authorization) && sessionOf(cookie) === undefined) return true
  // identity providers post assertions from their own site; the signature protects them
  if (isSamlLogin(pathname)) return true
  return sameOrigin(incoming)
}

/** Without these headers the client is not a browser, so CSRF does not apply. */
export function sameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (typeof site === 'string') return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined) return true
  // compare hosts only: a proxy may terminate TLS, so the schemes can differ
  return URL.canParse(origin) && new URL(origin).host === host
}
