// Errors from the HTTP server itself, in the API's error shape, so that the console shows them like any other.
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export interface Refusal {
  status: number
  message: string
  error_code?: string
}

export const forbidden: Refusal = { status: 403, error_code: 'Forbidden', message: 'Forbidden' }
export const failed: Refusal = { status: 500, error_code: 'Internal', message: 'Internal Server Error' }
export const notFound: Refusal = { status: 404, message: 'Not Found' }
export const badRequest: Refusal = { status: 400, message: 'Bad Request' }

export function bodyOf({ error_code, message }: Refusal, request_id: string): string {
  return JSON.stringify({ ...(error_code && { error_code }), message, request_id })
}

/** Reads the request id from the response, where http.ts or starting.ts put it. */
export function refuse(outgoing: ServerResponse, refusal: Refusal): void {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  const body = bodyOf(refusal, String(outgoing.getHeader('x-request-id')))
  outgoing.writeHead(refusal.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
}

export function refusalOf(refusal: Refusal, outgoing: ServerResponse): Response {
  const body = bodyOf(refusal, String(outgoing.getHeader('x-request-id')))
  return new Response(body, { status: refusal.status, headers: { 'content-type': 'application/json' } })
}

/** A refused upgrade has no response object, only the raw socket. */
export function refuseUpgrade(socket: Duplex, refusal: Refusal, requestId: string): void {
  writeRaw(
    socket,
    refusal.status,
    { 'content-type': 'application/json', 'x-request-id': requestId },
    bodyOf(refusal, requestId),
  )
}

export function writeRaw(socket: Duplex, status: number, headers: Record<string, string>, body: string | Buffer): void {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`)
  socket.end(body)
}
