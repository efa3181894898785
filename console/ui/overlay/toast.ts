// Short notices at the bottom left. `toast()` can be called from anywhere; Toaster, rendered once by the frame, shows them.

export type ToastTone = 'success' | 'error' | 'info'

export interface ToastOptions {
  content: string
  /** defaults to Error for errors and Note for infos */
  title?: string
  tone?: ToastTone
  /** where to look next */
  link?: { label: string; to: string }
  /** in ms; null stays until dismissed. Defaults to 5 s, 15 s for errors */
  timeout?: number | null
}

let pending: ToastOptions[] = []
const listeners = new Set<() => void>()

export function toast(options: ToastOptions | string): void {
  pending = [...pending, typeof options === 'string' ? { content: options } : options]
  for (const listener of listeners) listener()
}

/** Notices that have not been shown yet. */
export const pendingToasts = (): readonly ToastOptions[] => pending

/** Returns the pending notices and forgets them. */
export function takeToasts(): readonly ToastOptions[] {
  const taken = pending
  pending = []
  return taken
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
