// Sends a body that can break off, no faster than the client takes it. Then the connection breaks too, at once: an orderly end would make
// half a file look whole.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Resolves when everything is sent, or the client is gone. Rejects with what broke the body. */
export async function pump(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader()
  const gone = new AbortController()
  const leave = () => {
    gone.abort()
    reader.cancel().catch(() => undefined)
  }
  if (outgoing.destroyed) return leave()
  outgoing.once('close', leave)
  // even while the client takes nothing, and nothing is read
  reader.closed.catch(() => outgoing.destroy())
  for (;;) {
    const { done, value } = await reader.read()
    if (gone.signal.aborted) return
    if (done) return void outgoing.end()
    if (!outgoing.write(value)) await once(outgoing, 'drain', { signal: gone.signal }).catch(() => undefined)
  }
}
