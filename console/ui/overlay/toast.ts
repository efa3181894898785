// Short notices at the bottom left. `toast()` can be called from anywhere; Toaster, rendered once by the frame, shows them.
import { makeStore, type Readable } from '../../util/store.ts'

export type ToastTone = 'success' | 'error' | 'info'

/** Undoes what the toast reports, and says what was done. */
export type Undo = () => Promise<string>

export interface ToastOptions {
  content: string
  /** defaults to Error for errors and Note for infos */
  title?: string
  tone?: ToastTone
  /** where to look next */
  link?: { label: string; to: string }
  undo?: Undo | undefined
  /** in ms; null stays until dismissed. Defaults to 5 s, 10 s with undo, 15 s for errors */
  timeout?: number | null
}

const store = makeStore<readonly ToastOptions[]>([])
/** Notices that have not been shown yet. */
export const pendingToasts: Readable<readonly ToastOptions[]> = store

export const toast = (options: ToastOptions | string): void =>
  store.set([...store.get(), typeof options === 'string' ? { content: options } : options])

/** Returns the pending notices and forgets them. */
export function takeToasts(): readonly ToastOptions[] {
  const taken = store.get()
  if (taken.length > 0) store.set([])
  return taken
}
