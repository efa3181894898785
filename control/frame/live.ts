// Live updates: one tail over the event log per process, fanned out to the streams of authenticated browsers.
import type { OperationId } from '#contract/operations.ts'
import { touches } from '#contract/touches.ts'
import type { Actor } from '../people/authz.ts'
import type { Host } from './context.ts'
import { mayHear, type Event } from './events.ts'
import { napping } from './ports.ts'

const BATCH = 500
/** Other replicas write too, and nobody tells us: how stale a quiet tail may get. */
const TAIL_EVERY = 500
const HEARTBEAT_EVERY = 15_000
/** Further behind than this, a browser reads everything again for less than the list of what changed. */
const LONGEST_REPLAY = 1000
/** What a browser that does not read may pile up here before it is let go: it comes back and is told what it missed. */
const MOST_UNREAD = 1000

type Listener = (events: Event[]) => Promise<void>

export function makeLive(host: Host) {
  const listeners = new Set<Listener>()
  const ended = new AbortController()
  let last = 0
  let wake: (() => void) | undefined

  const after = (seq: number, limit: number) =>
    host.db.read.selectFrom('event').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()

  async function newest(): Promise<number> {
    const found = await host.db.read
      .selectFrom('event')
      .select((is) => is.fn.max('seq').as('seq'))
      .executeTakeFirst()
    return found?.seq ?? 0
  }

  async function tail() {
    while (!ended.signal.aborted) {
      const nap = new AbortController()
      wake = () => nap.abort()
      try {
        if (listeners.size > 0) await deliver()
      } catch (error) {
        host.log.error('reading the event log failed', { error: String(error) })
      }
      await napping(host.clock, TAIL_EVERY, AbortSignal.any([nap.signal, ended.signal]))
    }
  }

  async function deliver() {
    for (;;) {
      const events = await after(last, BATCH)
      if (events.length === 0) return
      last = events.at(-1)!.seq
      await Promise.all([...listeners].map((listener) => listener(events)))
      if (events.length < BATCH) return
    }
  }

  /** `actor` is asked again when roles may have changed; when it has no answer any more the stream ends. */
  function stream(resume: number | undefined, actor: () => Promise<Actor | undefined>, signal: AbortSignal): Response {
    const gone = new AbortController()
    const over = AbortSignal.any([signal, ended.signal, gone.signal])
    const { readable, writable } = new TransformStream<string, string>()
    const writer = writable.getWriter()
    const send = (text: string) => void (over.aborted || writer.write(text).catch(() => gone.abort()))
    let who: Actor | undefined
    let formers: { actor: Actor; until: number }[] = []

    const isBehind = () => (writer.desiredSize ?? 0) < -MOST_UNREAD
    /** Ended by closing it would still hold what nobody reads. */
    const drop = () => {
      gone.abort()
      writer.abort(new Error('a reader of live updates does not keep up')).catch(() => undefined)
    }

    const listener: Listener = async (events) => {
      if (isBehind()) return drop()
      formers = formers.filter(({ until }) => until >= events[0]!.seq)
      if (events.some(changesRights)) await renew()
      if (!who) return gone.abort()
      for (const event of events) if (isNews(event, who) || wasNews(event)) send(message(event))
    }

    /** Who asks is known as of now, and that may be later than the events that are about to be told. */
    async function renew() {
      const former = who
      who = await actor()
      const until = await newest().catch(() => undefined)
      // without an end the former rights would stay; a reader who is let go comes back and is told what it missed
      if (until === undefined) return gone.abort()
      if (former) formers.push({ actor: former, until })
    }
    /** Roles in a project go with it: whoever had only such a one would never hear of the end. */
    const wasNews = (event: Event) =>
      changesRights(event) && formers.some((former) => event.seq <= former.until && isNews(event, former.actor))

    over.addEventListener('abort', () => {
      listeners.delete(listener)
      writer.close().catch(() => undefined)
    })

    async function open() {
      who = await actor()
      if (listeners.size === 0) {
        const seq = await newest()
        // another stream may have been first meanwhile, and what is news to it must not be skipped
        if (listeners.size === 0) last = seq
      }
      const from = last
      listeners.add(listener)
      if (over.aborted) listeners.delete(listener)
      send(`retry: 1000\nid: ${resume ?? from}\nevent: hello\ndata: {}\n\n`)
      if (resume !== undefined) await replay(resume, from)
      while (!over.aborted) {
        await napping(host.clock, HEARTBEAT_EVERY, over)
        if (isBehind()) drop()
        send(': still here\n\n')
      }
    }

    async function replay(resumed: number, from: number) {
      const missed = await after(resumed, LONGEST_REPLAY + 1)
      const reader = who
      if (!reader) return
      const isLost = missed.some((event) => takesRights(event, reader) && !isNews(event, reader))
      if (isLost || missed.length > LONGEST_REPLAY) return send(`id: ${from}\nevent: reset\ndata: {}\n\n`)
      for (const event of missed) if (event.seq <= from && isNews(event, reader)) send(message(event))
    }

    open().catch((error: unknown) => {
      host.log.error('a live stream failed', { error: String(error) })
      gone.abort()
    })
    return new Response(readable.pipeThrough(new TextEncoderStream()), {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    })
  }

  return {
    async start() {
      last = await newest()
      void tail()
    },
    stop: () => ended.abort(),
    /** A write has just committed here. */
    poke: () => wake?.(),
    stream,
  }
}

export type Live = ReturnType<typeof makeLive>

/** The chunks of an import, by the thousand: nothing that a screen shows changes with one. */
const isSeen = ({ operation }: Event) => operation === null || touches(operation as OperationId).length > 0
const isNews = (event: Event, actor: Actor) => (event.status ?? 200) < 400 && isSeen(event) && mayHear(actor, event)

/** Who hears what is decided by these nouns. */
const changesRights = (event: Event) => ['policy', 'group', 'user', 'silo', 'session', 'project'].includes(event.noun)

/** May have ended what the reader could see: nobody knows any more, so that the reader looks at everything again. */
const takesRights = ({ operation, noun, silo_id, status }: Event, reader: Actor) =>
  (operation === 'project_delete' || noun === 'policy') && silo_id === reader.silo_id && (status ?? 200) < 400

const message = (event: Event) =>
  `id: ${event.seq}\nevent: change\ndata: ${JSON.stringify({ noun: event.noun, id: event.target_id, operation: event.operation })}\n\n`
