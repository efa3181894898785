// Writes a live stream straight to its response.
import type { ServerResponse } from 'node:http'
import type { Sink } from '#control/frame/ports/streams.ts'

export function sinkOf(outgoing: ServerResponse): Sink {
  // a write after the end would be an error, and the server ends streams too, when it stops
  const isOpen = () => !outgoing.writableEnded && !outgoing.destroyed
  return {
    write: (bytes) => void (isOpen() && outgoing.write(bytes)),
    buffered: () => outgoing.writableLength,
    end: () => void (isOpen() && outgoing.end()),
    destroy: (reason) => void outgoing.destroy(reason),
    onClose: (listener) => void (outgoing.destroyed ? listener() : outgoing.once('close', listener)),
  }
}
