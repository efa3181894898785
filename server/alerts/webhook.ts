// The request to a webhook.
import type { WebhookRequest } from '#control/frame/ports/sending.ts'
import { send } from '../outgoing/http.ts'
import type { Attempt } from './attempt.ts'

/** Only the status counts. Redirects are not followed, so a redirect is a failure. */
export async function postWebhook(
  { url, headers, body }: WebhookRequest,
  { reach, ca, signal }: Attempt,
): Promise<{ status: number; duration_ms: number }> {
  const started = performance.now()
  const sent = { method: 'POST', headers: [...headers, ['user-agent', 'Rackwright'] as const], body, ca, signal }
  const response = await send(new URL(url), reach, sent)
  // nobody reads the body, but closing early could look like a failure to the receiver; the signal ends an endless one
  response.on('error', () => undefined).resume()
  return { status: response.statusCode ?? 0, duration_ms: Math.round(performance.now() - started) }
}
