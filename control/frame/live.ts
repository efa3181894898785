// Live updates: each process follows the event log once and fans out to the event streams of authenticated browsers.
import type { OperationId } from '#contract/operations.ts'
import { touches } from '#contract/facts.ts'
import type { Actor } from './authz.ts'
import type { Host } from './context.ts'
import { type Delivery, deliveryOf, isRefused, isSeen, message } from './delivery.ts'
import { type Event, mayHear } from './events.ts'
import type { NextTurn } from './long-list.ts'
import { napping } from './ports/clock.ts'
import type { Sink } from './ports/streams.ts'
import { affectedBy, changesRights } from './rights.ts'
import { StreamResponse } from './stream-response.ts'

const MAX_BATCH = 500
/** Other replicas write to the log without waking us. */
const POLL_INTERVAL_MS = 500
const HEARTBEAT_INTERVAL_MS = 15_000
/** A browser that missed more than this refetches everything instead. */
const MAX_REPLAY_EVENTS = 1000
/** A reader with more than this unread is disconnected. It reconnects and catches up. A full replay takes half of it. */
const MAX_UNREAD_BYTES = 256 * 1024
/** Other work runs after this many readers: writing to a thousand sockets at once would block the event loop. */
const MAX_READERS_PER_TURN = 10
const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
const encoder = new TextEncoder()
const NOTHING = () => undefined

/** Resolves when the reader has to be reauthenticated first. */
type Listener = (delivery: Delivery) => Promise<void> | void

/** The last event that a response is sure to contain. A browser resumes there to hear of every later one. */
export const POSITION_HEADER = 'x-event-position'

export function makeLive(host: Host, nextTurn: NextTurn) {
  const listeners = new Set<Listener>()
  const ended = new AbortController()
  /** Other processes write to the database too, without poking this one. */
  const isShared = host.db.version === undefined
  let last = 0
  let wake: (() => void) | undefined
  let isPoked = false

  const after = (seq: number, limit: number) =>
    host.db.read.selectFrom('event').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()

  async function newest(): Promise<number> {
    const found = await host.db.read
      .selectFrom('event')
      .select((is) => is.fn.max('seq').as('seq'))
      .executeTakeFirst()
    return found?.seq ?? 0
  }

  const isExpired = (reader: Actor | undefined) =>
    reader?.expires !== undefined && host.clock.now().getTime() > reader.expires

  async function tail() {
    while (!ended.signal.aborted) {
      const nap = new AbortController()
      wake = () => nap.abort()
      try {
        if (listeners.size > 0) await deliver()
        else if (isPoked || isShared) await skip()
      } catch (error) {
        host.log.error('reading the event log failed', { error: String(error) })
      }
      await napping(host.clock, POLL_INTERVAL_MS, AbortSignal.any([nap.signal, ended.signal]))
    }
  }

  /** Without listeners only the position counts. */
  async function skip() {
    isPoked = false
    const seq = await newest()
    // a stream that has opened meanwhile must not miss an event
    if (listeners.size === 0) last = seq
  }

  async function deliver() {
    for (;;) {
      const events = await after(last, MAX_BATCH)
      if (events.length === 0) return
      last = events.at(-1)!.seq
      const delivery = deliveryOf(events, await affectedBy(host.db.read, events))
      const all = [...listeners]
      for (let at = 0; at < all.length; at += MAX_READERS_PER_TURN) {
        if (at > 0) await nextTurn()
        await Promise.all(all.slice(at, at + MAX_READERS_PER_TURN).map((listener) => listener(delivery)))
      }
      if (events.length < MAX_BATCH) return
    }
  }

  /** `actor` reauthenticates the caller; called when permissions may have changed or the session may have expired. */
  const stream = (resume: number | undefined, actor: () => Promise<Actor | undefined>, signal: AbortSignal): Response =>
    new StreamResponse(HEADERS, (sink) => serve(sink, resume, actor, signal))

  function serve(
    sink: Sink,
    resume: number | undefined,
    actor: () => Promise<Actor | undefined>,
    signal: AbortSignal,
  ): void {
    const gone = new AbortController()
    const over = AbortSignal.any([signal, ended.signal, gone.signal])
    if (over.aborted) return sink.end()
    sink.onClose(() => gone.abort())
    const write = (bytes: Uint8Array) => void (over.aborted || bytes.length === 0 || sink.write(bytes))
    const send = (text: string) => write(encoder.encode(text))
    let who: Actor | undefined
    let opening: Promise<void> | undefined
    let formers: { actor: Actor; until: number }[] = []

    const isBehind = () => sink.buffered() > MAX_UNREAD_BYTES
    /** Not an end, which would keep the unread messages in memory. */
    const drop = () => {
      sink.destroy(new Error('a reader of live updates does not keep up'))
      gone.abort()
    }

    const listener: Listener = (delivery) => (opening ? opening.then(() => hear(delivery), NOTHING) : hear(delivery))

    const hear: Listener = (delivery) => {
      if (isBehind()) return drop()
      if (formers.length > 0) formers = formers.filter(({ until }) => until >= delivery.from)
      if (who && delivery.isAffected(who)) return renew().then(() => tell(delivery))
      tell(delivery)
    }

    function tell({ events, print }: Delivery) {
      const reader = who
      if (!reader) return gone.abort()
      write(print(events.filter((event) => mayHear(reader, event) || wasNews(event))))
    }

    /** The new permissions may be newer than the events about to be sent, so the former ones apply until those are out. */
    async function renew() {
      const former = who
      who = await actor()
      const until = await newest().catch(() => undefined)
      // without this number the former permissions would apply forever; disconnect, and the reader catches up
      if (until === undefined) return gone.abort()
      if (former) formers.push({ actor: former, until })
    }
    /** Callers who just lost access must still receive the event that removed it. */
    const wasNews = (event: Event) =>
      formers.some(({ actor, until }) => event.seq <= until && changesRights(event) && mayHear(actor, event))

    over.addEventListener('abort', () => {
      listeners.delete(listener)
      sink.end()
    })

    async function open() {
      if (listeners.size === 0) await skip()
      const from = last
      // before the reader is authenticated, so that it hears of every later change to its permissions
      listeners.add(listener)
      if (over.aborted) listeners.delete(listener)
      opening = greet(from)
      await opening
      opening = undefined
      while (!over.aborted) {
        await napping(host.clock, HEARTBEAT_INTERVAL_MS, over)
        if (isBehind()) drop()
        if (isExpired(who)) who = await actor()
        if (!who) return gone.abort()
        send(': still here\n\n')
      }
    }

    async function greet(from: number) {
      who = await actor()
      send(`retry: 1000\nid: ${resume ?? from}\nevent: hello\ndata: {}\n\n`)
      if (resume !== undefined) await replay(resume, from)
    }

    async function replay(resumed: number, from: number) {
      const missed = await after(resumed, MAX_REPLAY_EVENTS + 1)
      const reader = who
      if (!reader) return
      const isLost = missed.some((event) => mayRevokeAccess(event, reader) && !isNews(event, reader))
      if (isLost || missed.length > MAX_REPLAY_EVENTS) return send(`id: ${from}\nevent: reset\ndata: {}\n\n`)
      const news = missed.filter((event) => event.seq <= from && isNews(event, reader))
      send(news.map(message).join(''))
    }

    open().catch((error: unknown) => {
      host.log.error('a live stream failed', { error: String(error) })
      gone.abort()
    })
  }

  return {
    async start() {
      last = await newest()
      void tail()
    },
    stop: () => ended.abort(),
    /** Called after a commit in this process. */
    poke() {
      isPoked = true
      wake?.()
    },
    position: () => last,
    stream,
  }
}

export type Live = ReturnType<typeof makeLive>

const isNews = (event: Event, actor: Actor) => isSeen(event) && mayHear(actor, event)

/** May have removed the reader's access while it was disconnected, so it must refetch everything. */
const mayRevokeAccess = (event: Event, reader: Actor) =>
  event.operation !== null &&
  touches(event.operation as OperationId).includes('policy') &&
  event.silo_id === reader.silo_id &&
  !isRefused(event)
