// What goes over the MessagePort between the console and the control plane in the worker.

export interface WireRequest {
  method: string
  url: string
  headers: [string, string][]
  body: ArrayBuffer | null
}

/** Somebody of the demo world that a visitor can be. */
export interface Person {
  silo: string
  user: string
  /** Their role, in words. */
  title: string
}

export type ToWorker =
  | ({ type: 'fetch'; id: number } & WireRequest)
  | { type: 'abort'; id: number }
  | { type: 'socket'; id: number; url: string }
  | { type: 'send'; id: number; data: Uint8Array | string }
  /** Bytes the page has taken: the worker's measure of back-pressure. */
  | { type: 'taken'; id: number; bytes: number }
  | { type: 'hang-up'; id: number }
  | { type: 'people'; id: number }
  | { type: 'become'; id: number; person: Person }
  | { type: 'reset'; id: number }
  /** The page is going away. */
  | { type: 'leave'; id: number }

export type FromWorker =
  /** What the worker is doing before it can answer. */
  | { type: 'progress'; id: number; text: string }
  | { type: 'head'; id: number; status: number; headers: [string, string][]; empty: boolean }
  | { type: 'chunk'; id: number; bytes: Uint8Array }
  | { type: 'end'; id: number }
  | { type: 'broken'; id: number; message: string }
  | { type: 'opened'; id: number }
  | { type: 'message'; id: number; data: Uint8Array | string }
  | { type: 'closed'; id: number; code: number; reason: string }
  | { type: 'people'; id: number; people: Person[] }
  | { type: 'done'; id: number }
  /** Another tab changed the person or the world. */
  | { type: 'reload'; id: number }
