// A fetch for addresses that an administrator typed in or an identity provider named. It never connects to this machine, follows no
// redirects, and reads a bounded response.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { assertLiteralAllowed, checkedLookup, isLocalAddress } from '../address-check.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 1_048_576

interface Asked {
  method: string
  headers: Record<string, string>
  body?: unknown
}

export const makeCheckedFetch =
  (allowLocalAddresses: boolean) =>
  async (address: string, { method, headers, body }: Asked): Promise<Response> => {
    const url = new URL(address)
    if (!allowLocalAddresses) assertLiteralAllowed(url.hostname, isLocalAddress)
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const options = {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(!allowLocalAddresses && { lookup: checkedLookup(isLocalAddress) }),
    }
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const request = send(url, options, done).once('error', fail)
      request.end(body === undefined || body === null ? undefined : String(body))
    })
    const { statusCode = 502, headers: given } = response
    const bytes = await readBounded(response)
    const kept = Object.entries(given).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return new Response(bytes.length > 0 ? bytes : null, { status: statusCode, headers: kept })
  }

async function readBounded(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
