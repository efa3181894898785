// Compresses dynamic responses. Gzip at a low level costs less time than it saves on any network. Event streams are not
// compressed, because that would delay them.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { HeldResponse } from '#control/frame/held-access.ts'

const MIN_COMPRESSED_BYTES = 1024
/** How much of a held response is handed over at once. What a client has not taken can still be held back. */
const PART_BYTES = 16 * 1024
const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

export type Encoding = 'br' | 'gzip'

export function accepts(header: string | string[] | undefined, encoding: Encoding): boolean {
  return typeof header === 'string' && new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header)
}

export async function compressed(response: Response, header: string | string[] | undefined): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response
  if (response.headers.has('content-encoding')) return response
  const encoding = accepts(header, 'gzip') ? 'gzip' : accepts(header, 'br') ? 'br' : undefined
  if (!encoding) return response

  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  const { status } = response
  if (bytes.length < MIN_COMPRESSED_BYTES) return new Response(bytes, { status, headers })
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  const small =
    encoding === 'gzip'
      ? await gzipped(bytes, { level: 5 })
      : await brotlied(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  if (!(response instanceof HeldResponse)) return new Response(small, { status, headers })
  return response.holding(new Response(inParts(small), { status, headers }))
}

function inParts(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(at, (at += PART_BYTES)))
        if (at >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
