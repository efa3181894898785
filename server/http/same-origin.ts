// Whether a browser sent this request from a page of ours. Another site's page can make a browser post here with our cookie;
// only the browser's own word (Sec-Fetch-Site, Origin) tells the two apart, because a page cannot forge it.
import type { IncomingMessage } from 'node:http'
import { isSamlLogin } from '#contract/api-path.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function allowedWrite(incoming: IncomingMessage, pathname: string): boolean {
  if (READS.has(incoming.method ?? 'GET')) return true
  // another site's page cannot set this header without asking first, and we grant no such wish (no CORS)
  if (incoming.headers.authorization !== undefined) return true
  // an identity provider's page posts its assertion from its own site; the signature is the check
  if (isSamlLogin(pathname)) return true
  return sameOrigin(incoming)
}

/** No word from a browser at all is a program, which holds its cookie by right. */
export function sameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (typeof site === 'string') return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined) return true
  // the scheme is left out: a proxy in front may have taken the TLS off
  return URL.canParse(origin) && new URL(origin).host === host
}
