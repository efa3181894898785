// --api-host: another host answers the API and we only hand on, byte by byte in both directions. To the browser the two are one
// origin, so cookies, redirects and the Origin header are rewritten where they name the other host.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type Duplex, pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Backend, isSamlPage } from './backend.ts'
import { addressOf, isTls } from './caller.ts'
import type { ServerLog } from '../log.ts'
import { type Refusal, refuse, refuseUpgrade, writeRaw } from './refusal.ts'

const API =
  /^\/(v1|experimental|rackwright)\/|^\/device\/(auth|confirm|token)$|^\/(login|openapi\.json)$|^\/login\/[^/]+\/saml\/[^/]+(\/redirect)?$/
/** These are about one connection; handing them on would speak for the wrong one. */
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

const unreachable: Refusal = { status: 502, error_code: 'Internal', message: 'Internal Server Error' }

export function makeProxy(target: URL, log: ServerLog): Backend {
  const secure = target.protocol === 'https:'
  const send = secure ? httpsRequest : httpRequest
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const tunnels = new Set<Duplex>()

  function forward(incoming: IncomingMessage, more: IncomingHttpHeaders, pooled: boolean) {
    const headers: IncomingHttpHeaders = { ...without(incoming.headers, HOP), ...more, host: target.host }
    if (incoming.headers.origin !== undefined) headers.origin = target.origin
    headers['x-forwarded-for'] = addressOf(incoming)
    headers['x-forwarded-proto'] = isTls(incoming) ? 'https' : 'http'
    headers['x-forwarded-host'] = incoming.headers.host ?? ''
    return send(target, {
      path: incoming.url ?? '/',
      method: incoming.method,
      headers,
      agent: pooled ? agent : false,
    })
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // a body without a length stays one: the next hop must not wait for an end that never comes
    const chunked = incoming.headers['transfer-encoding'] !== undefined
    const request = forward(incoming, chunked ? { 'transfer-encoding': 'chunked' } : {}, true)
    const giveUp = (error: Error) => {
      if (outgoing.destroyed) return
      log.warn('the API host did not answer', { host: target.host, error: error.message })
      refuse(outgoing, unreachable)
    }
    request.on('error', giveUp)
    request.on('response', (response) => {
      outgoing.removeHeader('cache-control')
      outgoing.writeHead(response.statusCode ?? 502, ours(response.headers, target, isTls(incoming)))
      outgoing.flushHeaders()
      pipeline(response, outgoing, () => undefined)
    })
    outgoing.once('close', () => request.destroy())
    pipeline(incoming, request, () => undefined)
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
    // the API host behind us has the list
    admits: () => true,
    handles: (method, pathname) => API.test(pathname) && !isSamlPage(method, pathname),
    answer,
    upgrade,
    close() {
      agent.destroy()
      for (const tunnel of tunnels) tunnel.destroy()
    },
  }
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function ours(given: IncomingHttpHeaders, target: URL, tls: boolean): IncomingHttpHeaders {
  // our own headers of trust stand: the page they protect is ours
  const headers = without(given, [...HOP, 'content-security-policy', 'strict-transport-security', 'x-frame-options'])
  if (headers.location?.startsWith(target.origin + '/')) headers.location = headers.location.slice(target.origin.length)
  // a cookie for the other host's name, or only for TLS, would never come back to us
  headers['set-cookie'] = headers['set-cookie']?.map((cookie) =>
    cookie
      .split(/;\s*/)
      .filter((part) => !/^domain=/i.test(part) && (tls || !/^secure$/i.test(part)))
      .join('; '),
  )
  if (!headers['set-cookie']) delete headers['set-cookie']
  return headers
}
