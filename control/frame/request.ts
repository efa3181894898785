// The context of one request and the transaction of its write, which includes the event.
import { api } from '#contract/api.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Ctx, Host } from './context.ts'
import type { Queries } from '../db/database.ts'
import { append, eventOf } from './events.ts'
import type { Caller } from './ports/caller.ts'
import { subjectOf, type Scope, type Subject } from './subject.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export interface RequestCtx extends Mutable<Ctx> {
  event: { subject: Subject | undefined; pieces?: number | undefined }
  /** The event log already has a row for this request, or shall have none. */
  isLogged: boolean
  /** What the handler found, to be found again. */
  held: { find?: (ctx: Ctx) => unknown }
  /** Runs after the request, in its own transaction. */
  upkeep: { work?: (tx: Queries) => Promise<unknown> }
  write<T>(work: (ctx: RequestCtx) => Promise<T>): Promise<T>
}

/** The request as received. */
export interface Asked {
  request: Request
  caller: Caller
  requestId: string
  operation: OperationId
  /** The headers of the response. */
  headers: Record<string, string>
}

/** `onCommit` is called after every write, with the loops to wake and the VPCs to wait for. */
export function makeContext(
  host: Host,
  asked: Asked,
  onCommit: (loops: string[], vpcs: ReadonlyMap<string, number>) => void,
): RequestCtx {
  const pokes = new Set<string>()

  async function write<T>(work: (ctx: RequestCtx) => Promise<T>): Promise<T> {
    const before = ctx.event.subject
    let touchedVpcs = new Map<string, number>()
    const result = await host.db.transaction(async (tx) => {
      // a retry starts over
      touchedVpcs = new Map()
      const inside: RequestCtx = { ...ctx, db: tx, touchedVpcs, ...naming(before) }
      const answer = await work(inside).finally(() => {
        // the transaction may roll back, but the refusal still logs actor and subject
        ctx.actor = inside.actor
        ctx.event.subject = inside.event.subject
      })
      const status = answer instanceof Response ? answer.status : api[ctx.operation].status
      if (inside.event.pieces !== 0) await append(host, tx, eventOf(inside, status))
      return answer
    })
    ctx.isLogged = true
    onCommit([...pokes], touchedVpcs)
    pokes.clear()
    return result
  }

  // spreads come last: see shownInstance
  const ctx: RequestCtx = {
    host,
    db: host.db.read,
    now: host.clock.now().toISOString(),
    actor: undefined,
    isLogged: false,
    held: {},
    async hold(find) {
      ctx.held.find = find
      return find(ctx)
    },
    upkeep: {},
    touchedVpcs: new Map(),
    poke: (...names) => names.forEach((name) => pokes.add(name)),
    write,
    ...asked,
    ...naming(undefined),
  }
  return ctx
}

function naming(subject: Subject | undefined): Pick<RequestCtx, 'subject' | 'event'> {
  const event = { subject }
  return {
    event,
    subject(row: Subject, within: Scope = row) {
      event.subject = subjectOf(row, within)
      return row as never
    },
  }
}

export function runUpkeep({ host, upkeep: { work } }: RequestCtx): void {
  if (work)
    host.db.transaction(work).catch((e: unknown) => host.log.warn('session upkeep failed', { error: String(e) }))
}
