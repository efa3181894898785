// The request to a webhook.
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { WebhookRequest } from '#control/frame/ports.ts'
import { assertLiteralAllowed, checkedLookup } from '../address-check.ts'
import type { Reach } from './reach.ts'

/** Only the status counts. Redirects are not followed, so a redirect is a failure. */
export async function postWebhook(
  { url: address, headers, body }: WebhookRequest,
  { isRefused, ca, signal }: Reach,
): Promise<{ status: number; duration_ms: number }> {
  const url = new URL(address)
  assertLiteralAllowed(url.hostname, isRefused)
  const isSecure = url.protocol === 'https:'
  const started = performance.now()
  const status = await new Promise<number>((done, fail) => {
    const options = { method: 'POST', agent: false, signal, lookup: checkedLookup(isRefused) }
    const request = isSecure ? httpsRequest(url, { ...options, ...(ca && { ca }) }) : httpRequest(url, options)
    for (const [name, value] of headers) request.appendHeader(name, value)
    request.setHeader('user-agent', 'Rackwright')
    request.once('error', fail)
    request.once('response', (response) => {
      // nobody reads the body, but closing early could look like a failure to the receiver; the signal ends an endless one
      response.on('error', () => undefined).resume()
      done(response.statusCode ?? 0)
    })
    request.end(body)
  })
  return { status, duration_ms: Math.round(performance.now() - started) }
}
