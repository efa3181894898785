// A fetch for addresses that an administrator typed in or an identity provider named. It follows no redirects and reads a bounded
// response.
import { readBounded, send } from '../outgoing/http.ts'
import type { Reach } from '../outgoing/reach.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 1_048_576

interface Asked {
  method: string
  headers: Record<string, string>
  body?: unknown
}

export const makeCheckedFetch =
  (reach: Reach) =>
  async (address: string, { method, headers, body }: Asked): Promise<Response> => {
    const response = await send(new URL(address), reach, {
      method,
      headers: Object.entries({ ...headers, 'accept-encoding': 'identity' }),
      body: body === undefined || body === null ? undefined : String(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { statusCode = 502, headers: given } = response
    const bytes = await readBounded(response, MAX_BYTES)
    const kept = Object.entries(given).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return new Response(bytes.length > 0 ? bytes : null, { status: statusCode, headers: kept })
  }
