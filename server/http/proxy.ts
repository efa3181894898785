// --api-host: forwards API requests to an upstream host. To the browser both are one origin, so cookies, redirects and the
// Origin header are rewritten where they name the upstream.
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type Duplex, pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isApiRequest } from '#contract/api-path.ts'
import type { Backend } from './backend.ts'
import { addressOf, isTls } from './caller.ts'
import { type FindLogin, LOGIN } from './login-redirect.ts'
import { pathOf, type ServerLog } from '../log.ts'
import { type Refusal, refuse, refuseUpgrade, writeRaw } from './refusal.ts'

/** Hop-by-hop headers, which must not be forwarded. */
const HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Safe to retry. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
/** A retry needs the whole body in memory. */
const MAX_RETRY_BODY = 1_048_576

const READY_TIMEOUT_MS = 5000

const unreachable: Refusal = { status: 502, error_code: 'Internal', message: 'Internal Server Error' }

export function makeProxy(target: URL, log: ServerLog): Backend {
  const secure = target.protocol === 'https:'
  const open = secure ? httpsRequest : httpRequest
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const tunnels = new Set<Duplex>()

  function forward(incoming: IncomingMessage, more: IncomingHttpHeaders, pooled: boolean) {
    const headers: IncomingHttpHeaders = { ...without(incoming.headers, HOP), ...more, host: target.host }
    if (incoming.headers.origin !== undefined) headers.origin = target.origin
    headers['x-forwarded-for'] = addressOf(incoming)
    headers['x-forwarded-proto'] = isTls(incoming) ? 'https' : 'http'
    headers['x-forwarded-host'] = incoming.headers.host ?? ''
    return open(target, {
      path: incoming.url ?? '/',
      method: incoming.method,
      headers,
      agent: pooled ? agent : false,
    })
  }

  /** `body` is set when the request can be retried. Returns a function that cancels it. */
  function attempt(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer | undefined): () => void {
    // a chunked body stays chunked, or the upstream would not know where it ends
    const chunked = incoming.headers['transfer-encoding'] !== undefined
    let request = send(true)

    function send(isPooled: boolean): ClientRequest {
      const sent = forward(incoming, chunked ? { 'transfer-encoding': 'chunked' } : {}, isPooled)
      sent.on('error', (error: Error) => {
        if (outgoing.destroyed) return
        // the upstream closed an idle connection just as we reused it
        if (body && isPooled && sent.reusedSocket && !outgoing.headersSent) return void (request = send(false))
        log.warn('the API host did not answer', { host: target.host, error: error.message })
        refuse(outgoing, unreachable)
      })
      sent.on('response', (response) => {
        outgoing.removeHeader('cache-control')
        outgoing.writeHead(response.statusCode ?? 502, ours(response.headers, target, isTls(incoming)))
        outgoing.flushHeaders()
        // not pipeline, whose listeners would exceed the limit of a response; when it closes, the request is cancelled below
        response.once('error', () => outgoing.destroy())
        response.pipe(outgoing)
      })
      if (body) sent.end(body)
      else pipeline(incoming, sent, () => undefined)
      return sent
    }
    return () => request.destroy()
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming
    const isBounded =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= MAX_RETRY_BODY
    const body = IDEMPOTENT.has(method) && isBounded ? await buffer(incoming).catch(() => undefined) : undefined
    if (!outgoing.destroyed) outgoing.once('close', attempt(incoming, outgoing, body))
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): void {
    const request = forward(
      incoming,
      { connection: 'Upgrade', upgrade: incoming.headers.upgrade ?? 'websocket' },
      false,
    )
    request.on('error', (error) => {
      log.warn('the API host did not answer', { host: target.host, error: error.message })
      refuseUpgrade(socket, unreachable, requestId)
    })
    request.on('response', async (response) => {
      const body = await buffer(response).catch(() => Buffer.alloc(0))
      writeRaw(socket, response.statusCode ?? 502, { ...flat(without(response.headers, HOP)) }, body)
    })
    request.on('upgrade', (response, far, rest) => {
      const lines = Object.entries(flat(response.headers)).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
      socket.write(rest)
      far.write(head)
      tunnels.add(socket)
      pipeline(socket, far, socket, () => {
        tunnels.delete(socket)
        far.destroy()
        socket.destroy()
      })
    })
    socket.once('close', () => request.destroy())
    request.end()
  }

  return {
    // the upstream enforces the allow list
    admits: () => true,
    isReady: () =>
      fetch(new URL('/v1/ping', target), { signal: AbortSignal.timeout(READY_TIMEOUT_MS) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    handles: isApiRequest,
    answer: (incoming, outgoing) => void answer(incoming, outgoing),
    upgrade,
    close() {
      agent.destroy()
      for (const tunnel of tunnels) tunnel.destroy()
    },
  }
}

/** Asks the upstream, which alone knows how its users log in. If it has a page of its own for that, ours is shown. */
export const makeFindUpstreamLogin =
  (target: URL): FindLogin =>
  async ({ url = '' }) => {
    if (pathOf(url) !== LOGIN) return undefined
    const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
    const response = await fetch(new URL(url, target), { redirect: 'manual', signal })
    await response.body?.cancel()
    return ownPath(response.headers.get('location') ?? undefined, target)
  }

const ownPath = (location: string | undefined, { origin }: URL) =>
  location?.startsWith(`${origin}/`) ? location.slice(origin.length) : location

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function ours(given: IncomingHttpHeaders, target: URL, tls: boolean): IncomingHttpHeaders {
  // our own security headers apply, because the pages they protect are ours
  const headers = without(given, [...HOP, 'content-security-policy', 'strict-transport-security', 'x-frame-options'])
  if (headers.location) headers.location = ownPath(headers.location, target)
  // the browser would never send us a cookie with the upstream's domain, or one restricted to TLS
  headers['set-cookie'] = headers['set-cookie']?.map((cookie) =>
    cookie
      .split(/;\s*/)
      .filter((part) => !/^domain=/i.test(part) && (tls || !/^secure$/i.test(part)))
      .join('; '),
  )
  if (!headers['set-cookie']) delete headers['set-cookie']
  return headers
}
