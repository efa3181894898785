// The control plane of this process as a backend: turns Node requests into fetch requests, and responses back.
// The adapter creates Request and Response lazily (it replaces the globals): creating them is most of the cost of a short response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { isApiRequest, isSamlRedirect } from '#contract/api-path.ts'
import type { ControlPlane } from '#control/plane/control-plane.ts'
import { BROWSER_HEADER, type Caller, PENDING_LOGIN_HEADER, SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { Failure } from '#control/frame/errors.ts'
import { HeldResponse } from '#control/frame/held-access.ts'
import { StreamResponse } from '#control/frame/stream-response.ts'
import type { Backend } from './backend.ts'
import { BODY_POOLS, makePool, type Pool, type PoolName } from './body-budget.ts'
import { announcedLength, drain, type Outcome, readBody, streamBody, tooLarge } from './body.ts'
import { callerOf, isTls } from './caller.ts'
import { compressed } from './compress.ts'
import { browserCookie, pendingLoginCookie, sessionCookie } from './cookies.ts'
import { pathOf, type ServerLog } from '../log.ts'
import { badRequest, failed, type Refusal, refusalOf, refuse } from './refusal.ts'
import { pump } from './pump.ts'
import { sinkOf } from './sink.ts'
import { makeSockets } from './sockets.ts'

export type Control = Pick<ControlPlane, 'fetch' | 'upgrade' | 'bodyAt' | 'recognizes' | 'admits' | 'isReady'>

/** Larger bodies use the authenticated pool only if the caller's credentials are valid. */
const SMALL_BODY_BYTES = 64 * 1024

export interface LocalBackend extends Backend {
  /** Memory currently held by request bodies. */
  pools: Record<PoolName, Pool>
}

export function makeLocal(control: Control, log: ServerLog, limits = BODY_POOLS): LocalBackend {
  const sockets = makeSockets(control, log)
  const bodies = new WeakMap<IncomingMessage, NonNullable<Caller['body']>>()
  const pools = { anonymous: makePool(limits.anonymous), authenticated: makePool(limits.authenticated) }

  async function fetch(request: Request, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> {
    const body = bodies.get(incoming)
    const response = await control.fetch(request, { ...callerOf(incoming), body })
    const isStreamed = body && !(body instanceof Uint8Array)
    // the operation refused before it had read everything
    if (isStreamed && !incoming.readableEnded) {
      if (response.headers.get('connection') !== 'close') await drain(incoming, limits.anonymous.timeoutMs)
      if (!incoming.readableEnded) outgoing.setHeader('connection', 'close')
    }
    // reads never change the session; looking at the headers of a response is slow
    if (incoming.method !== 'GET' || isSamlRedirect(pathOf(incoming.url))) setCookies(response, incoming, outgoing)
    outgoing.setHeader('vary', 'accept-encoding')
    if (response instanceof StreamResponse) {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).flushHeaders()
      response.start(sinkOf(outgoing))
      return RESPONSE_ALREADY_SENT
    }
    const accepted = incoming.headers['accept-encoding']
    const sent = accepted === undefined ? response : await compressed(response, accepted)
    return sent instanceof HeldResponse ? stream(sent, outgoing) : sent
  }

  function stream(response: HeldResponse, outgoing: ServerResponse): Response {
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    pump(response.body!, outgoing).catch((error: unknown) => {
      if (error instanceof Failure) breakOff(error, outgoing)
      else log.error('a response broke off', { error, request_id: outgoing.getHeader('x-request-id') })
    })
    return RESPONSE_ALREADY_SENT
  }

  /** What the caller is no longer allowed is no failure of ours. */
  function breakOff(error: Failure, outgoing: ServerResponse): Response {
    log.info('a response was cut off', { error, request_id: outgoing.getHeader('x-request-id') })
    outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }

  const listener = getRequestListener(
    (request, { incoming, outgoing }) =>
      fetch(request, incoming as IncomingMessage, outgoing as ServerResponse).catch((error: unknown) => {
        // while it was compressed
        if (error instanceof Failure) return breakOff(error, outgoing as ServerResponse)
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

  function recognizes(incoming: IncomingMessage): Promise<boolean> {
    const { authorization = '' } = incoming.headers
    return control.recognizes({ headers: new Headers({ authorization }) }, callerOf(incoming))
  }

  /** Small bodies skip the credential lookup in the database: they arrive before the pool fills up. */
  async function readWhole(incoming: IncomingMessage, limit: number): Promise<Outcome> {
    const length = announcedLength(incoming)
    const isSmall = length !== undefined && length <= SMALL_BODY_BYTES
    const isKnown = !isSmall && (await recognizes(incoming).catch(() => false))
    if (!isKnown) return readBody(incoming, pools.anonymous, limit)
    // without a database, nobody has lost anything
    return readBody(incoming, pools.authenticated, limit, () => recognizes(incoming).catch(() => true))
  }

  /** False when the request was already answered or the client is gone. */
  async function receiveBody(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const length = announcedLength(incoming)
    if (length === 0) return true
    const { limit, isStreamed } = control.bodyAt(incoming.method ?? 'GET', pathOf(incoming.url))
    if (limit === 0) return true
    if (length !== undefined && length > limit) {
      await drain(incoming, limits.anonymous.timeoutMs)
      cutOff(outgoing, tooLarge(limit))
      return false
    }
    if (isStreamed) {
      // the operation reads it for known callers only
      bodies.set(incoming, streamBody(incoming, pools.authenticated))
      return true
    }
    const body = await readWhole(incoming, limit)
    if (!body) return false
    if ('refusal' in body) {
      cutOff(outgoing, body.refusal)
      return false
    }
    outgoing.once('close', body.release)
    bodies.set(incoming, body.bytes)
    // the adapter looks here for a body that was already read
    Object.assign(incoming, { rawBody: body.bytes })
    return true
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (!(await receiveBody(incoming, outgoing))) return
    await listener(incoming, outgoing)
    // the adapter could not build a Request (a malformed host name) and left it unanswered
    if (!outgoing.headersSent && !outgoing.destroyed) refuse(outgoing, badRequest)
  }

  return {
    pools,
    admits: control.admits,
    isReady: control.isReady,
    handles: isApiRequest,
    answer(incoming, outgoing) {
      answer(incoming, outgoing).catch((error: unknown) => {
        log.error('a request failed', { error, request_id: outgoing.getHeader('x-request-id') })
        refuse(outgoing, failed)
      })
    },
    upgrade: (...wire) => void sockets.upgrade(...wire),
    close: sockets.close,
  }
}

const COOKIES = {
  [SESSION_HEADER]: sessionCookie,
  [BROWSER_HEADER]: browserCookie,
  [PENDING_LOGIN_HEADER]: pendingLoginCookie,
}

/** Turns what the control plane wants the browser to keep into cookies. */
function setCookies({ headers }: Response, incoming: IncomingMessage, outgoing: ServerResponse): void {
  for (const [name, cookieOf] of Object.entries(COOKIES)) {
    const token = headers.get(name)
    if (token === null) continue
    outgoing.appendHeader('set-cookie', cookieOf(token, isTls(incoming)))
    headers.delete(name)
  }
}

/** The rest of the body is never read, so the connection cannot be reused. */
function cutOff(outgoing: ServerResponse, refusal: Refusal): void {
  outgoing.setHeader('connection', 'close')
  if (refusal.status === 503) outgoing.setHeader('retry-after', '1')
  refuse(outgoing, refusal)
}
