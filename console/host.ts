// Where the API is: this origin or, in the technical preview, a control plane in a worker. main.ts decides before anything is
// asked; everything else asks here.
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
  /** Goes to a page with nothing kept of this one: what was cached belongs to whoever is signed in now. Wait for it: where the whole
   * page goes, nothing that comes after may still ask for something. */
  leave(path: string): Promise<void>
  /** Absent outside the preview. */
  preview?: PreviewControls
}

/** Somebody of the demo world, for the preview's list of people. */
export interface Person {
  silo: string
  user: string
  title: string
}

/** What only the preview can do. */
export interface PreviewControls {
  people(): Promise<Person[]>
  become(person: Person): Promise<void>
  reset(): Promise<void>
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
