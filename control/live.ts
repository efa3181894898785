// Live updates: one tail over the event log per process, fanned out to the streams of authenticated browsers.
import type { Actor } from './authz.ts'
import type { Host } from './context.ts'
import { napping } from './ports.ts'
import { mayHear, type Event } from './events.ts'

const BATCH = 500
/** Other replicas write too, and nobody tells us: how stale a quiet tail may get. */
const TAIL_EVERY = 500
const HEARTBEAT_EVERY = 15_000
/** Further behind than this, a browser reads everything again for less than the list of what changed. */
const LONGEST_REPLAY = 1000

type Listener = (events: Event[]) => void

export function makeLive(host: Host) {
  const listeners = new Set<Listener>()
  const ended = new AbortController()
  let last = 0
  let wake: (() => void) | undefined

  const after = (seq: number, limit: number) =>
    host.db.read.selectFrom('event').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()
  const end = async () =>
    (
      await host.db.read
        .selectFrom('event')
        .select((is) => is.fn.max('seq').as('seq'))
        .executeTakeFirst()
    )?.seq ?? 0

  async function tail() {
    while (!ended.signal.aborted) {
      const nap = new AbortController()
      wake = () => nap.abort()
      if (listeners.size > 0) await deliver()
      await napping(host.clock, TAIL_EVERY, AbortSignal.any([nap.signal, ended.signal]))
    }
  }

  async function deliver() {
    for (;;) {
      const events = await after(last, BATCH)
      if (events.length === 0) return
      last = events.at(-1)!.seq
      for (const listener of listeners) listener(events)
      if (events.length < BATCH) return
    }
  }

  return {
    async start() {
      last = await end()
      void tail().catch((error: unknown) => host.log.error('the live tail died', { error: String(error) }))
    },
    stop() {
      ended.abort()
    },
    /** A write has just committed here. */
    poke() {
      wake?.()
    },

    /** The stream for one caller. `actor` is asked again when roles may have changed; undefined ends the stream. */
    stream(resume: number | undefined, actor: () => Promise<Actor | undefined>, signal: AbortSignal): Response {
      const gone = AbortSignal.any([signal, ended.signal])
      let listener: Listener | undefined
      const body = new ReadableStream<Uint8Array>({
        start: async (stream) => {
          const send = (text: string) => {
            if (!gone.aborted) stream.enqueue(new TextEncoder().encode(text))
          }
          gone.addEventListener('abort', () => {
            if (listener) listeners.delete(listener)
            try {
              stream.close()
            } catch {
              // the reader has gone first
            }
          })
          let who = await actor()
          let queue = Promise.resolve()
          if (listeners.size === 0) last = await end()
          const from = last
          listener = (events) => {
            queue = queue.then(
              async () => {
                if (events.some(changesRights)) who = await actor()
                if (who)
                  send(
                    events
                      .filter((event) => isNews(event, who!))
                      .map(message)
                      .join(''),
                  )
                else stream.close()
              },
              () => undefined,
            )
          }
          listeners.add(listener)
          send(`retry: 1000\nid: ${resume ?? from}\nevent: hello\ndata: {}\n\n`)
          if (resume !== undefined && resume < from) {
            const missed = await after(resume, LONGEST_REPLAY + 1)
            if (missed.length > LONGEST_REPLAY) send(`id: ${from}\nevent: reset\ndata: {}\n\n`)
            else if (who)
              send(
                missed
                  .filter((e) => e.seq <= from && isNews(e, who!))
                  .map(message)
                  .join(''),
              )
          }
          void heartbeat(send, gone)
        },
        cancel() {
          if (listener) listeners.delete(listener)
        },
      })
      return new Response(body, {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      })
    },
  }

  async function heartbeat(send: (text: string) => void, gone: AbortSignal) {
    while (!gone.aborted) {
      await napping(host.clock, HEARTBEAT_EVERY, gone)
      send(': still here\n\n')
    }
  }
}

export type Live = ReturnType<typeof makeLive>

const isNews = (event: Event, actor: Actor) => (event.status ?? 200) < 400 && mayHear(actor, event)

/** Who hears what is decided by these nouns. */
const changesRights = (event: Event) => ['policy', 'group', 'user', 'silo', 'session', 'project'].includes(event.noun)

const message = (event: Event) =>
  `id: ${event.seq}\nevent: change\ndata: ${JSON.stringify({ noun: event.noun, id: event.target_id, operation: event.operation })}\n\n`
