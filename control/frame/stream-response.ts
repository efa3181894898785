// A response that goes on until the client leaves. Hosts that can write to their clients call `start` instead of reading the body:
// that takes half as long.
import type { Sink } from './ports/streams.ts'

type Start = (sink: Sink) => void

export class StreamResponse extends Response {
  /** The caller sends the headers, and leaves the body unread. */
  readonly start: Start

  constructor(headers: Record<string, string>, start: Start) {
    super(bodyOf(start), { headers })
    this.start = start
  }
}

/** Starts when it is first read. */
function bodyOf(start: Start): ReadableStream<Uint8Array> {
  let onClose: (() => void) | undefined
  let isStarted = false
  return new ReadableStream<Uint8Array>(
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
}

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
