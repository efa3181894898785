// The control plane: one table of operations behind a fetch. What a request goes through, in the order rules.md gives:
// route, parse, authenticate, then the handler finds, authorizes and acts.
import { api } from '#contract/api.ts'
import { outgoing } from '#contract/outgoing.ts'
import { operations, type OperationId } from '#contract/operations.ts'
import { isWrite } from '#contract/touches.ts'
import { authenticate, type Later } from '../people/session.ts'
import type { Ctx, Handler, Host, Outside } from './context.ts'
import type { Queries } from '../db/database.ts'
import { tokenRefusal } from '../people/device-auth.ts'
import { badRequest, Failure, forbidden, unauthorized } from './errors.ts'
import { append, eventOf, refusalOf } from './events.ts'
import { handlers } from './handlers.ts'
import { makeLive } from './live.ts'
import { makeLoops, type Loops } from '../reconcile/loop.ts'
import { loops } from '../reconcile/loops.ts'
import { ownPaths } from './own-paths.ts'
import { bodyLimitOf, parseRequest, type Parsed } from './parse.ts'
import type { Caller, Upgrade } from './ports.ts'
import { empty, failed, failureOf, jsonText } from './respond.ts'
import { makeRouter, type Route } from './router.ts'
import { subjectOf, type Scope, type Subject } from './subject.ts'
import { serveConsole } from '../compute/serial-console.ts'
import { serveStream } from '../compute/serial-stream.ts'
import { makeAdmission } from '../system/admission.ts'

export interface ControlPlane {
  fetch(request: Request, caller: Caller): Promise<Response>
  /** Whether a path is the API's; everything else belongs to the console. */
  handles(pathname: string): boolean
  upgrade(request: Request, caller: Caller): Promise<Upgrade>
  /** How many bytes of body are worth reading: zero when no operation takes one here. */
  bodyLimit(method: string, pathname: string): number
  /** Whether the credentials are valid. Lets a host decide how much to read before the operation itself does. */
  recognizes(request: Pick<Request, 'headers'>, caller: Caller): Promise<boolean>
  /** Whether the allow list lets this address in. A promise only when the list has to be read first. */
  admits(address: string): boolean | Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
}

type AnyHandler = Handler<OperationId> | Outside<Handler<OperationId>>
const handlerOf = handlers as unknown as Partial<Record<OperationId, AnyHandler>>

/** Anyone may ask these; everything else wants to know who is calling. */
const anonymous: ReadonlySet<string> = new Set<OperationId>([
  'ping',
  'login_local',
  'login_saml',
  'logout',
  'device_auth_request',
  'device_access_token',
  'login_options',
])

interface Answers {
  status: number
  answer?: { parse(value: unknown): unknown }
}

export function makeControlPlane(host: Host): ControlPlane {
  const live = makeLive(host)
  const reconcile: Loops = makeLoops(host, loops(host, live.poke))
  const route = makeRouter(operations)
  const own = ownPaths(host, live)
  const admission = makeAdmission(host)

  function contextOf(request: Request, caller: Caller, requestId: string, operation: string): Frame {
    const pokes = new Set<string>()
    const ctx: Frame = {
      isLogged: false,
      host,
      db: host.db.read,
      now: host.clock.now().toISOString(),
      operation,
      request,
      requestId,
      caller,
      headers: {},
      actor: undefined,
      ...naming(undefined),
      poke: (...names) => names.forEach((name) => pokes.add(name)),
      write: (work) => write(ctx, pokes, async (inside) => work(inside)),
    }
    return ctx
  }

  async function reading(request: Request, caller: Caller, requestId: string, operation: string): Promise<Ctx> {
    const ctx = contextOf(request, caller, requestId, operation)
    ctx.actor = await authenticate(host, host.db.read, request, caller)
    if (!ctx.actor) throw unauthorized()
    // sockets stay open for hours: one whose address has left the allow list ends at its next check
    if (!(await admission.admits(caller.address))) throw forbidden()
    return ctx
  }

  /** One transaction per write, and the event is part of it. */
  async function write<T>(ctx: Frame, pokes: Set<string>, work: (ctx: Mutable<Ctx>) => Promise<T>): Promise<T> {
    const before = ctx.event.subject
    const result = await host.db.transaction(async (tx) => {
      const inside: Mutable<Ctx> = { ...ctx, db: tx, ...naming(before) }
      const answer = await work(inside).finally(() => {
        // the transaction may roll back, but a refusal still logs who asked for what
        ctx.actor = inside.actor
        ctx.event.subject = inside.event.subject
      })
      await append(host, tx, eventOf(inside, answer instanceof Response ? answer.status : statusOf(ctx.operation)))
      return answer
    })
    ctx.isLogged = true
    live.poke()
    reconcile.poke(...pokes)
    pokes.clear()
    return result
  }

  async function act(ctx: Mutable<Ctx>, operation: OperationId, handler: AnyHandler, input: Parsed): Promise<unknown> {
    const run = (inside: Ctx, h: Handler<OperationId>) => h(inside, input as never)
    const upkeep: Parameters<Later>[0][] = []
    const identify = async (inside: Mutable<Ctx>, db: Queries) => {
      // a stale cookie must not keep anyone from logging in anew, nor a probe from getting its answer
      inside.actor = anonymous.has(operation)
        ? undefined
        : await authenticate(host, db, ctx.request, ctx.caller, (work) => upkeep.push(work))
      if (!inside.actor && !anonymous.has(operation)) throw unauthorized()
    }
    try {
      if (typeof handler !== 'function' || !isWrite(operation)) {
        await identify(ctx, host.db.read)
        return await run(ctx, typeof handler === 'function' ? handler : handler.outside)
      }
      return await ctx.write(async (inside) => {
        await identify(inside as Mutable<Ctx>, inside.db)
        return run(inside, handler)
      })
    } finally {
      for (const work of upkeep)
        host.db.transaction(work).catch((e: unknown) => host.log.warn('session upkeep failed', { error: String(e) }))
    }
  }

  async function answer(request: Request, caller: Caller, requestId: string): Promise<Response> {
    const url = new URL(request.url)
    const ownAnswer = await own(request, url, caller, requestId)
    if (ownAnswer) return ownAnswer
    const found: Route = route(request.method, url.pathname)
    const operation = found.operation as OperationId
    const handler = handlerOf[operation]
    if (!handler) throw new Failure(undefined, 'Not Found', 404)

    let input: Parsed
    try {
      input = await parseRequest(operation, found.params, url, request)
    } catch (error) {
      // programs of other makers read this one, and only in the words of their standard
      if (operation !== 'device_access_token') throw error
      return tokenRefusal(requestId, 'invalid_request', failureOf(error).message)
    }
    const ctx = contextOf(request, caller, requestId, operation)
    try {
      const result = await act(ctx, operation, handler, input)
      if (result instanceof Response) return result
      const { status, answer: schema } = api[operation] as Answers
      if (!schema) return empty(status, requestId)
      if (host.checkAnswers) schema.parse(result)
      const text = JSON.stringify(outgoing(operation, result))
      return jsonText(status, requestId, text, ctx.headers)
    } catch (error) {
      // what was committed before the failure has its row: it happened, and whoever looks on must hear of it
      if (isWrite(operation) && !ctx.isLogged) await logRefusal(ctx, error)
      throw error
    }
  }

  /**
   * Denied attempts leave a row too; the transaction they failed in is gone, so this is one of its own. It does not wait for
   * the disk: anyone can be refused as often as they like, and nothing was promised to them.
   */
  async function logRefusal(ctx: Ctx, error: unknown) {
    const failure = failureOf(error)
    try {
      await host.db.transaction((tx) => append(host, tx, refusalOf(ctx, failure)), { durable: false, quiet: true })
    } catch (reason) {
      host.log.error('a refusal could not be logged', { request_id: ctx.requestId, error: String(reason) })
    }
  }

  async function guarded<T>(requestId: string, work: () => Promise<T>): Promise<T | Response> {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(error)
      if (failure !== error)
        host.log.error('unexpected error', { request_id: requestId, error: (error as Error)?.stack ?? String(error) })
      return failed(failure, requestId)
    }
  }

  return {
    handles: (pathname) =>
      /^\/(v1|experimental|rackwright)\//.test(pathname) ||
      /^\/device\/(auth|confirm|token)$/.test(pathname) ||
      /^\/login\/[^/]+\/saml\/[^/]+(\/redirect)?$/.test(pathname) ||
      pathname === '/openapi.json',
    bodyLimit(method, pathname) {
      try {
        return bodyLimitOf(route(method, pathname).operation as OperationId)
      } catch {
        return 0
      }
    },
    recognizes: (request, caller) =>
      authenticate(host, host.db.read, request, caller).then(
        (actor) => actor !== undefined,
        () => false,
      ),
    async fetch(request, caller) {
      const requestId = host.random.uuid()
      return guarded(requestId, () => answer(request, caller, requestId))
    },
    async upgrade(request, caller) {
      const requestId = host.random.uuid()
      return guarded<Upgrade>(requestId, async () => {
        const url = new URL(request.url)
        const { operation, params } = route(request.method, url.pathname)
        if (operation !== 'instance_serial_console_stream' && operation !== 'serial_stream')
          throw badRequest('nothing here speaks WebSocket')
        const input = await parseRequest(operation, params, url, request)
        const renew = () => reading(request, caller, requestId, operation)
        await renew()
        const serve = operation === 'serial_stream' ? serveStream : serveConsole
        return (socket) => void serve(input as never, socket, renew)
      })
    },
    admits: admission.admits,
    async start() {
      await live.start()
      reconcile.start()
    },
    async stop() {
      live.stop()
      await reconcile.stop()
    },
  }
}

interface Frame extends Mutable<Ctx> {
  event: { subject: Subject | undefined }
  /** The event log already has a row for this request. */
  isLogged: boolean
}

function naming(subject: Subject | undefined): Pick<Frame, 'subject' | 'event'> {
  const event = { subject }
  return {
    event,
    subject(row: Subject, within: Scope = row) {
      event.subject = subjectOf(row, within)
      return row as never
    },
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const statusOf = (operation: string) => (api[operation as OperationId] as Answers).status
