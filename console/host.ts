// Where the API is: this origin or, in the technical preview, a control plane in a worker. main.ts decides before anything is
// asked; everything else asks here.

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
}

export const isPreview = import.meta.env.MODE === 'preview'

export const host: Host = {
  fetch: (...request) => globalThis.fetch(...request),
  socket: (url) => new WebSocket(url),
  leave(path) {
    location.assign(path)
    return new Promise(() => undefined)
  },
}
