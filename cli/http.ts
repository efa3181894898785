// HTTP over node:http, because fetch in Node does not accept a certificate authority. Connections are reused.
import { readFileSync } from 'node:fs'
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { rootCertificates } from 'node:tls'
import { Unreachable, usage } from './failure.ts'

export interface Sent {
  method: string
  headers?: Record<string, string>
  body?: string | Uint8Array | undefined
  signal?: AbortSignal | undefined
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: IncomingMessage
}

export type Send = (url: string, sent: Sent) => Promise<Reply>

const IDLE_TIMEOUT_MS = 60_000
const TLS_PROBLEM = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/

/** Certificates to trust besides the well-known ones. */
export function readCa(file: string | undefined): string[] | undefined {
  if (!file) return undefined
  try {
    return [...rootCertificates, readFileSync(file, 'utf8')]
  } catch (error) {
    throw usage(`cannot read the certificate authority: ${(error as Error).message}`)
  }
}

export function makeSend(ca: string[] | undefined): Send {
  const http = new HttpAgent({ keepAlive: true })
  const https = new HttpsAgent({ keepAlive: true, ...(ca && { ca }) })
  return (url, { method, headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:')
      const length: Record<string, string> =
        body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method,
        headers: { accept: 'application/json, */*', ...headers, ...length },
        agent: isSecure ? https : http,
        timeout: IDLE_TIMEOUT_MS,
        ...(signal && { signal }),
      })
      request.once('timeout', () => request.destroy(new Error('no answer in time')))
      request.once('error', (error) => reject(signal?.aborted ? error : unreachable(url, error)))
      request.once('response', (response) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response }),
      )
      request.end(body)
    })
}

export function unreachable(url: string, error: Error & { code?: string }): Unreachable {
  const { origin } = new URL(url)
  const detail = error.message || error.code || 'no connection'
  const hint = TLS_PROBLEM.test(error.code ?? '') ? '\nTo trust its certificate authority, use --ca-file FILE.' : ''
  return new Unreachable(`cannot reach ${origin}: ${detail}${hint}`, error)
}

export async function textOf({ body }: Reply): Promise<string> {
  const parts: Buffer[] = []
  try {
    for await (const part of body) parts.push(part as Buffer)
  } catch (error) {
    throw new Unreachable(`the connection was lost: ${(error as Error).message}`, error)
  }
  return Buffer.concat(parts).toString()
}
