// Maps values and failures to HTTP responses. Nothing else in the control plane does.
import { DatabaseFull, DatabaseUnavailable } from '../db/errors.ts'
import { RetriesExhausted } from '../db/transaction.ts'
import { Failure, notEnoughStorage, OauthFailure, unavailable } from './errors.ts'
import type { NextTurn } from './long-list.ts'

const MAX_BYTES_PER_TURN = 256 * 1024

/** Plain objects: a global Headers object takes longer to make and read than the rest of a short response. */
export type Headers = Record<string, string>

export const json = (status: number, requestId: string, value: unknown, headers?: Headers) =>
  jsonText(status, requestId, JSON.stringify(value), headers)

export const jsonText = (status: number, requestId: string, text: string, headers?: Headers) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, ...headers },
  })

/** Parts of one JSON text, sent as fast as the client takes them, but in turns: megabytes at once would block the event loop. */
export function jsonParts(
  requestId: string,
  parts: readonly Uint8Array[],
  nextTurn: NextTurn,
  headers?: Headers,
): Response {
  const left = [...parts]
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await nextTurn()
        for (let bytes = 0; left.length > 0 && bytes < MAX_BYTES_PER_TURN;) {
          const part = left.shift()!
          bytes += part.byteLength
          controller.enqueue(part)
        }
        if (left.length === 0) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
  return new Response(body, {
    headers: {
      'content-type': 'application/json',
      'content-length': String(length),
      'x-request-id': requestId,
      ...headers,
    },
  })
}

export const empty = (status: number, requestId: string, headers?: Headers) =>
  new Response(null, { status, headers: { 'x-request-id': requestId, ...headers } })

/** For responses made elsewhere. */
export function withHeaders(response: Response, headers: Headers): Response {
  for (const name of Object.keys(headers)) response.headers.set(name, headers[name]!)
  return response
}

/** Hides unexpected errors: the log has the details, the caller gets the request id. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof DatabaseFull) return notEnoughStorage()
  return error instanceof RetriesExhausted || error instanceof DatabaseUnavailable
    ? unavailable()
    : new Failure('Internal', 'Internal Server Error')
}

export const failed = (failure: Failure, requestId: string, headers?: Headers) =>
  json(
    failure.status,
    requestId,
    failure instanceof OauthFailure
      ? { error: failure.error, error_description: failure.message || undefined }
      : {
          request_id: requestId,
          ...(failure.code ? { error_code: failure.code } : {}),
          message: failure.message,
        },
    { ...headers, ...failure.headers },
  )
