// A response that goes on until the client leaves. Hosts that can write to their clients take it over with `startOf`: to write to a
// client takes half as long as to have a ReadableStream read.
import type { Sink } from './ports.ts'

type Start = (sink: Sink) => void

const starts = new WeakMap<Response, Start>()

/** Starts once, when the body is first read or a host takes over. */
export function streamResponse(headers: Record<string, string>, start: Start): Response {
  let onClose: (() => void) | undefined
  let isStarted = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (isStarted) return
        isStarted = true
        start(sinkOf(controller, (listener) => (onClose = listener)))
      },
      cancel: () => onClose?.(),
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  )
  const response = new Response(body, { headers })
  starts.set(response, start)
  return response
}

/** For the host: writes the body of such a response. The host sends the headers and leaves the body unread. */
export const startOf = (response: Response): Start | undefined => starts.get(response)

function sinkOf(out: ReadableStreamDefaultController<Uint8Array>, onClose: Sink['onClose']): Sink {
  return {
    write: (bytes) => out.enqueue(bytes),
    buffered: () => -(out.desiredSize ?? 0),
    end() {
      try {
        out.close()
      } catch {
        // the reader is gone, or was dropped
      }
    },
    destroy: (reason) => out.error(reason),
    onClose,
  }
}
