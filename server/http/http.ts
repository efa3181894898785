// The front of every request: request id, security headers, allow list, same-origin check, log line; then a page or the backend.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Random } from '#control/frame/ports/host.ts'
import { ifAdmitted } from './admission.ts'
import type { Backend } from './backend.ts'
import { addressOf, isTls, trustProxy } from './caller.ts'
import { answerHealth } from './health.ts'
import { DATA_POLICY, policyFor, secure } from './headers.ts'
import { type FindLogin, redirectTo, returnPath } from './login-redirect.ts'
import { pathOf, type ServerLog } from '../log.ts'
import { badRequest, forbidden, notFound, refuse, refuseUpgrade } from './refusal.ts'
import type { ServerMetrics } from '../metrics.ts'
import { allowedWrite, sameOrigin } from './same-origin.ts'

/** Node keeps the first. A proxy in front may have decided by the last, and the host says which silo and which passkeys are meant. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts++
  return hosts > 1
}

export type Pages = (incoming: IncomingMessage, outgoing: ServerResponse, pathname: string) => void

export interface Host {
  listener(incoming: IncomingMessage, outgoing: ServerResponse): void
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends event streams and sockets, which never end on their own. Ordinary requests finish. */
  endStreams(): void
}

interface Parts {
  backend: Backend
  pages: Pages
  log: ServerLog
  random: Random
  behindProxy?: boolean | undefined
  findLogin?: FindLogin | undefined
  metrics?: ServerMetrics | undefined
}

export function makeHost({ backend, pages, log, random, behindProxy = false, findLogin, metrics }: Parts): Host {
  const underWay = new Set<ServerResponse>()

  function page(incoming: IncomingMessage, outgoing: ServerResponse, pathname: string): void {
    const to = findLogin && returnPath(incoming, pathname)
    if (!findLogin || to === undefined) return pages(incoming, outgoing, pathname)
    // even without a database, the console's page loads and explains what is wrong
    void findLogin(incoming, to)
      .catch(() => undefined)
      .then((location) => (location ? redirectTo(outgoing, location) : pages(incoming, outgoing, pathname)))
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, pathname: string, isApi: boolean) {
    if (!allowedWrite(incoming, pathname)) return refuse(outgoing, forbidden)
    if (!isApi) return page(incoming, outgoing, pathname)
    underWay.add(outgoing)
    outgoing.once('close', () => underWay.delete(outgoing))
    // responses belong to one user; a shared cache must not serve them to another
    outgoing.setHeader('cache-control', 'no-store')
    backend.answer(incoming, outgoing)
  }

  return {
    listener(incoming, outgoing) {
      if (behindProxy) trustProxy(incoming)
      const pathname = pathOf(incoming.url)
      const method = incoming.method ?? 'GET'
      const isApi = backend.handles(method, pathname)
      outgoing.setHeader('x-request-id', random.uuid())
      secure(outgoing, isApi ? DATA_POLICY : policyFor(pathname), isTls(incoming))
      // asked every few seconds, and not logged: the log is for what people do
      const isAmbiguous = hasSeveralHosts(incoming)
      if (!isAmbiguous && answerHealth(pathname, backend, outgoing)) return
      log.request(incoming, outgoing, addressOf(incoming))
      metrics?.observe(incoming, outgoing, isApi)
      if (!pathname.startsWith('/')) return refuse(outgoing, badRequest)
      if (isAmbiguous) {
        outgoing.setHeader('connection', 'close')
        return refuse(outgoing, badRequest)
      }
      ifAdmitted(
        backend,
        incoming,
        log,
        () => serve(incoming, outgoing, pathname, isApi),
        (refusal) => {
          // the rest of the body is never read
          outgoing.setHeader('connection', 'close')
          refuse(outgoing, refusal)
        },
      )
    },

    upgrade(incoming, socket, head) {
      if (behindProxy) trustProxy(incoming)
      const requestId = random.uuid()
      // the client may disconnect at any point of the handshake
      socket.on('error', () => socket.destroy())
      if (hasSeveralHosts(incoming)) return refuseUpgrade(socket, badRequest, requestId)
      // browsers let any site open a socket with our cookie; unlike fetch, there is no preflight
      if (!sameOrigin(incoming)) return refuseUpgrade(socket, forbidden, requestId)
      // the proxy would treat a URL with a host ("//10.0.0.1/") as a request to connect there
      if (!backend.handles('GET', pathOf(incoming.url))) return refuseUpgrade(socket, notFound, requestId)
      ifAdmitted(
        backend,
        incoming,
        log,
        () => backend.upgrade(incoming, socket, head, requestId),
        (refusal) => refuseUpgrade(socket, refusal, requestId),
      )
    },

    endStreams() {
      for (const outgoing of underWay) {
        if (String(outgoing.getHeader('content-type')).startsWith('text/event-stream')) outgoing.end()
      }
      backend.close()
    },
  }
}
