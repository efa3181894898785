// The host of the API: this origin or, in the technical preview, a control plane in a worker. main.ts sets it before the first
// request.
import { base } from './util/base.ts'

/** The part of WebSocket that the console uses. */
export interface Socket extends EventTarget {
  binaryType: BinaryType
  readonly readyState: number
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(code?: number, reason?: string): void
}

export interface Host {
  fetch: typeof fetch
  socket(url: string): Socket
  /** Goes to a page and drops all state, because cached data belongs to the current user. Await it: during a full page load nothing
   * after it may send requests. */
  leave(path: string): Promise<void>
  /** Absent outside the preview. */
  preview?: PreviewControls
}

/** A user of the demo world, for the preview's user menu. */
export interface Person {
  silo: string
  user: string
  title: string
}

/** Controls that only the preview has. */
export interface PreviewControls {
  people(): Promise<Person[]>
  become(person: Person): Promise<void>
  reset(): Promise<void>
  /** what the visitor waits for while the control plane starts */
  progress(): string
  watchProgress(changed: () => void): () => void
}

export const isPreview = import.meta.env.MODE === 'preview'

export const host: Host = {
  fetch: (...request) => globalThis.fetch(...request),
  socket: (url) => new WebSocket(url),
  leave(path) {
    location.assign(base + path.slice(1))
    return new Promise(() => undefined)
  },
}
