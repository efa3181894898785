// The control plane: one table of operations behind a fetch function. Each request is routed, authenticated, parsed, executed,
// logged and answered, in a fixed order.
import { api } from '#contract/api.ts'
import { isWrite } from '#contract/facts.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import { outgoing } from '#contract/outgoing.ts'
import { authenticate, recognize, type Later } from '../people/credential.ts'
import { type LoopStatus, makeLoops } from '../reconcile/loop.ts'
import { loops } from '../reconcile/loops.ts'
import { makeConfirmations } from '../reconcile/network-confirmation.ts'
import { makeAdmission } from '../system/admission.ts'
import type { AnyHandler, Ctx, Host, Run } from '../frame/context.ts'
import { badRequest, Failure, unauthorized } from '../frame/errors.ts'
import { handlers } from './handlers.ts'
import { sealOldKeys } from '../silo/seal-old-keys.ts'
import { makeLive, POSITION_HEADER } from '../frame/live.ts'
import { isLongList, makeTurns, readInSlices } from '../frame/long-list.ts'
import { ownPaths } from './own-paths.ts'
import { makeRenewal } from './renewal.ts'
import type { Page, PageQuery } from '../frame/page.ts'
import { type BodyFacts, bodyFactsOf, hasBody, parseBody, parseTarget, type Parsed } from '../frame/parse.ts'
import type { Caller } from '../frame/ports/caller.ts'
import type { Upgrade } from '../frame/ports/streams.ts'
import { makeRefusals } from '../frame/refusals.ts'
import { makeContext, runUpkeep, type RequestCtx } from '../frame/request.ts'
import { empty, failed, failureOf, type Headers, jsonParts, jsonText, withHeaders } from '../frame/respond.ts'
import { makeRouter } from '../frame/router.ts'
import { assertEnrolled } from '../frame/enrolled.ts'
import { assertInScope } from '../frame/token-scope.ts'

export interface ControlPlane {
  fetch(request: Request, caller: Caller): Promise<Response>
  upgrade(request: Request, caller: Caller): Promise<Upgrade>
  /** What the operation at this path accepts as a body. The limit is zero when there is none. */
  bodyAt(method: string, pathname: string): BodyFacts
  /** Whether the credentials are valid. The host decides with it how much body to read before the operation runs. Fails without a database. */
  recognizes(request: Pick<Request, 'headers'>, caller: Caller): Promise<boolean>
  /** Whether the allow list admits this address. A promise only when the list has to be read first. */
  admits(address: string): boolean | Promise<boolean>
  /** Whether the database responds. */
  isReady(): Promise<boolean>
  /** The reconcile loops of this process. */
  loops(): LoopStatus[]
  /** The loops start later if told so: the first answers may be more urgent. */
  start(loopsAfter?: Promise<void>): Promise<void>
  stop(): Promise<void>
}

// each takes what the schemas of its operation make of a request, which the compiler cannot follow by name
const handlerOf = handlers as unknown as Record<OperationId, AnyHandler>

/** A request authenticates up to twice, but needs its upkeep once. */
const upkeepOf =
  ({ upkeep }: RequestCtx): Later =>
  (work) =>
    void (upkeep.work = work)

export function makeControlPlane(host: Host): ControlPlane {
  const nextTurn = makeTurns(host.clock.breathe)
  // all lists together take every other turn: however many there are, live updates get the rest
  const nextListTurn = makeTurns(nextTurn)
  const live = makeLive(host, nextTurn)
  const confirmations = makeConfirmations(host)
  const reconcile = makeLoops(host, loops(host, live.poke, confirmations.confirmed))
  const own = ownPaths(host, live)
  const admission = makeAdmission(host)
  const renewal = makeRenewal(host, admission, onCommit)
  const route = makeRouter(operations)
  const logRefusal = makeRefusals(host)
  let isStopped = false

  /** `headers` are those of every response. */
  async function answer(request: Request, caller: Caller, requestId: string, headers: Headers): Promise<Response> {
    const url = new URL(request.url)
    const ownAnswer = await own(request, url, caller, requestId)
    if (ownAnswer) return withHeaders(ownAnswer, headers)
    const { operation, params } = route(request.method, url.pathname)
    const handler = handlerOf[operation]
    let confirmation: Promise<void> | undefined
    const asked = { request, caller, requestId, operation, headers: { ...headers } }
    const ctx = makeContext(host, asked, (...committed) => void (confirmation = onCommit(...committed)))
    try {
      const result = await act(ctx, handler, await parse(ctx, params, url))
      await confirmation
      return result instanceof Response ? withHeaders(renewal.response(ctx, result), headers) : respond(ctx, result)
    } catch (error) {
      const reason = await renewal.reasonOf(ctx, error)
      await logRefusal(ctx, reason)
      throw reason
    } finally {
      runUpkeep(ctx)
    }
  }

  /** A body can take long to arrive and to parse, so it is read for known callers only, and before any transaction. */
  async function parse(ctx: RequestCtx, params: Record<string, string>, url: URL): Promise<Parsed> {
    const { operation, request } = ctx
    const target = await wellFormed(ctx, () => parseTarget(operation, params, url))
    if (!hasBody(operation)) return { ...target, body: undefined }
    const isOpen = factsOf[operation].anonymous
    if (!isOpen && !(await recognize(host, request, ctx.caller, upkeepOf(ctx)))) throw unauthorized()
    const given = { request, body: ctx.caller.body, breathe: host.clock.breathe }
    const body = await wellFormed(ctx, () => parseBody(operation, given))
    return { ...target, body: factsOf[operation].streamed ? renewal.body(ctx, body) : body }
  }

  /** Malformed writes are logged, but only of known callers: anyone can send any number of them. */
  async function wellFormed<T>(ctx: RequestCtx, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isWrite(ctx.operation)) await identify(ctx).catch(() => undefined)
      ctx.isLogged = !ctx.actor
      throw error
    }
  }

  /** A write authenticates inside its transaction, so that a role revoked concurrently is honored. */
  async function act(ctx: RequestCtx, handler: AnyHandler, input: Parsed): Promise<unknown> {
    if (typeof handler === 'function' && isWrite(ctx.operation)) {
      return ctx.write(async (inside) => {
        await identify(inside)
        return handler(inside, input)
      })
    }
    await identify(ctx)
    if ('socket' in handler) throw badRequest('expected connection upgrade: this is a WebSocket')
    const run = 'outside' in handler ? handler.outside : handler
    return isLongList(ctx.operation, input) ? list(ctx, run, input) : run(ctx, input)
  }

  async function list(ctx: RequestCtx, run: Run, input: Parsed): Promise<Response> {
    const asked = input.query as unknown as PageQuery
    const readAs = (who: Ctx, query: PageQuery) => run(who, { ...input, query: { ...query } }) as Promise<Page<unknown>>
    const read = (query: PageQuery) => readAs(ctx, query)
    // who can read one row can read them all
    ctx.held.find = (now) => readAs(now, { ...asked, limit: 1 })
    const print = (slice: Page<unknown>) => onWire(ctx.operation, slice) as Page<unknown>
    const parts = await readInSlices(asked, read, print, nextListTurn)
    return jsonParts(ctx.requestId, parts, nextListTurn, ctx.headers)
  }

  async function identify(ctx: RequestCtx): Promise<void> {
    // a stale cookie must not prevent logging in again, nor fail a health probe
    if (factsOf[ctx.operation].anonymous) return
    ctx.actor = await authenticate(host, ctx.db, ctx.request, ctx.caller, upkeepOf(ctx))
    if (!ctx.actor) throw unauthorized()
    assertInScope(ctx.actor, ctx.operation)
    assertEnrolled(ctx.actor, ctx.operation)
  }

  /** Resolves when the network is as written, or has taken too long. */
  function onCommit(loopNames: string[], vpcs: ReadonlyMap<string, number>): Promise<void> {
    live.poke()
    // first, so that nothing is confirmed unheard
    const confirmation = confirmations.wait(vpcs)
    reconcile.poke(...loopNames)
    return confirmation
  }

  function respond({ operation, requestId, headers }: Ctx, result: unknown): Response {
    const { status, answer: schema }: Answers = api[operation]
    if (!schema) return empty(status, requestId, headers)
    return jsonText(status, requestId, JSON.stringify(onWire(operation, result)), headers)
  }

  function onWire(operation: OperationId, result: unknown): unknown {
    const { answer: schema }: Answers = api[operation]
    if (host.checkAnswers) schema?.parse(result)
    return outgoing(operation, result)
  }

  async function upgrade(request: Request, caller: Caller, requestId: string): Promise<Upgrade> {
    const url = new URL(request.url)
    const { operation, params } = route(request.method, url.pathname)
    const handler = handlerOf[operation]
    if (!('socket' in handler)) throw badRequest('nothing here speaks WebSocket')
    const input = parseTarget(operation, params, url)
    const asked = { request, caller, requestId, operation, headers: {} }
    await renewal.renew(asked)
    return (socket) => void handler.socket(input, socket, () => renewal.renew(asked))
  }

  async function guarded<T>(work: (requestId: string) => Promise<T>, headers: Headers = {}): Promise<T | Response> {
    const requestId = host.random.uuid()
    try {
      return await work(requestId)
    } catch (error) {
      const failure = failureOf(error)
      if (failure !== error)
        host.log.error('unexpected error', { request_id: requestId, error: (error as Error)?.stack ?? String(error) })
      return failed(failure, requestId, headers)
    }
  }

  return {
    fetch(request, caller) {
      // the position is taken before any read, so the response contains every event up to it
      const headers: Headers = request.method === 'GET' ? { [POSITION_HEADER]: String(live.position()) } : {}
      return guarded((requestId) => answer(request, caller, requestId, headers), headers)
    },
    upgrade: (request, caller) => guarded<Upgrade>((requestId) => upgrade(request, caller, requestId)),
    bodyAt(method, pathname) {
      try {
        return bodyFactsOf(route(method, pathname).operation)
      } catch {
        return { limit: 0, isStreamed: false }
      }
    },
    async recognizes(request, caller) {
      try {
        return await recognize(host, request, caller)
      } catch (error) {
        if (error instanceof Failure) return false
        throw error
      }
    },
    admits: admission.admits,
    isReady: () =>
      host.db.read
        .selectFrom('silo')
        .select('id')
        .limit(1)
        .execute()
        .then(
          () => true,
          () => false,
        ),
    loops: reconcile.status,
    async start(loopsAfter) {
      isStopped = false
      await sealOldKeys(host)
      await live.start()
      const startLoops = () => {
        if (isStopped) return
        confirmations.start()
        reconcile.start()
      }
      if (loopsAfter) void loopsAfter.then(startLoops)
      else startLoops()
    },
    async stop() {
      isStopped = true
      live.stop()
      confirmations.stop()
      await reconcile.stop()
    },
  }
}

interface Answers {
  status: number
  answer?: { parse(value: unknown): unknown }
}
