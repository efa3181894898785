// Short notices at the bottom left. `toast()` can be called from anywhere; Toaster, rendered once by the frame, fetches the
// stack when the first notice comes, and notices wait for it.
import { useSyncExternalStore } from 'react'
import { late, useLate } from '../display/late.ts'

export type ToastTone = 'success' | 'error' | 'info'

export interface ToastOptions {
  content: string
  /** without one, errors are titled Error and infos Note */
  title?: string
  tone?: ToastTone
  /** where to look next */
  link?: { label: string; to: string }
  /** in ms; null stays until dismissed. 5 s, and 15 s for errors */
  timeout?: number | null
}

export interface ToastStackProps {
  /** takes the notices that wait, and is called again when there are more */
  drain: () => ToastOptions[]
  onMore: (listener: () => void) => () => void
}

const stack = late<ToastStackProps>(async () => (await import('./toast-stack.tsx')).ToastStack)
let pending: ToastOptions[] = []
let any = false
const listeners = new Set<() => void>()

export function toast(options: ToastOptions | string): void {
  pending.push(typeof options === 'string' ? { content: options } : options)
  any = true
  for (const listener of listeners) listener()
}

function drain(): ToastOptions[] {
  const taken = pending
  pending = []
  return taken
}

function onMore(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toaster() {
  const wanted = useSyncExternalStore(onMore, () => any)
  // comes when idle: what says that the connection is lost cannot be fetched then
  const ready = useLate(stack, wanted)
  return wanted && ready ? <stack.Part drain={drain} onMore={onMore} /> : null
}
