// The control plane of this process as a backend: Node's requests become fetch requests and its answers go out again.
// The adapter makes Request and Response lazily (it replaces the globals): that is most of what a short answer costs.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { ControlPlane } from '#control/frame/control-plane.ts'
import { SESSION_HEADER } from '#control/frame/ports.ts'
import { type Backend, isSamlPage } from './backend.ts'
import { announcedTooLarge, drop, readChunked, tooLarge } from './body.ts'
import { type BulkBody, isBulkBody, readBulkBody } from './bulk-body.ts'
import { callerOf, isTls } from './caller.ts'
import { compressed } from './compress.ts'
import { sessionCookie } from './cookies.ts'
import type { ServerLog } from '../log.ts'
import { badRequest, failed, refusalOf, refuse } from './refusal.ts'
import { makeSockets } from './sockets.ts'

export type Control = Pick<ControlPlane, 'fetch' | 'handles' | 'upgrade'>

export function makeLocal(control: Control, log: ServerLog): Backend {
  const sockets = makeSockets(control, log)
  const bulk = new WeakMap<IncomingMessage, BulkBody>()

  async function fetch(request: Request, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> {
    const read = bulk.get(incoming)
    // ours to release from here on, when nobody looks at it any more
    bulk.delete(incoming)
    const caller = callerOf(incoming)
    const response = await control
      .fetch(request, read ? { ...caller, body: read.body, chunk: read.chunk } : caller)
      .finally(() => read?.release())
    const token = response.headers.get(SESSION_HEADER)
    if (token !== null) {
      outgoing.setHeader('set-cookie', sessionCookie(token, isTls(incoming)))
      response.headers.delete(SESSION_HEADER)
    }
    return compressed(response, incoming.headers['accept-encoding'])
  }

  const listener = getRequestListener(
    (request, { incoming, outgoing }) =>
      fetch(request, incoming as IncomingMessage, outgoing as ServerResponse).catch((error: unknown) => {
        log.error('a request failed', { error, request_id: outgoing.getHeader('x-request-id') })
        return refusalOf(failed, outgoing as ServerResponse)
      }),
    {
      hostname: 'localhost',
      errorHandler: (error) => {
        if (!(error instanceof RequestError)) log.error('a request failed', { error })
      },
    },
  )

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (announcedTooLarge(incoming)) {
      await drop(incoming)
      return cutOff(incoming, outgoing)
    }
    if (incoming.headers['transfer-encoding'] !== undefined) {
      const body = await readChunked(incoming).catch(() => null)
      if (body === null) return
      if (body === undefined) return cutOff(incoming, outgoing)
      Object.assign(incoming, { rawBody: body })
    } else if (isBulkBody(incoming)) {
      const reading = readBulkBody(incoming)
      const read = await reading
      if (reading && !read) return
      if (read) bulk.set(incoming, read)
    }
    await listener(incoming, outgoing)
    // the adapter could make no request of it (a malformed host name) and left it unanswered
    bulk.get(incoming)?.release()
    if (!outgoing.headersSent && !outgoing.destroyed) refuse(outgoing, badRequest)
  }

  return {
    handles: (method, pathname) => control.handles(pathname) && !isSamlPage(method, pathname),
    answer: (incoming, outgoing) => void answer(incoming, outgoing),
    upgrade: (...wire) => void sockets.upgrade(...wire),
    close: sockets.close,
  }
}

/** What is left of the body is never read, so the connection cannot be used again. */
function cutOff(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.setHeader('connection', 'close')
  refuse(outgoing, tooLarge(incoming))
}
