// Asks one question before something is done. `confirm()` can be called from anywhere; ConfirmHost, rendered once by the frame,
// shows the dialog.
import { useSyncExternalStore, type ReactNode } from 'react'
import { lazyPopup } from '../display/lazy.tsx'

export interface ConfirmOptions {
  title: ReactNode
  content: ReactNode
  /** the action; the dialog closes when it has finished */
  run: () => unknown
  onCancel?: () => unknown
  tone?: 'primary' | 'danger'
  /** why it cannot be confirmed */
  whyNot?: string | undefined
  actionLabel?: string
  cancelLabel?: string
  errorTitle?: string
  width?: 'narrow' | 'medium' | 'free'
}

interface Question extends ConfirmOptions {
  key: number
}

const ConfirmDialog = lazyPopup(async () => (await import('./confirm-dialog.lazy.tsx')).ConfirmDialog)

let current: Question | undefined
let count = 0
const listeners = new Set<() => void>()

function show(next: Question | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the dialog ahead of a likely question. */
export const preloadConfirm = () => ConfirmDialog.preload()

export const confirm = (options: ConfirmOptions): void => show({ ...options, key: ++count })

export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => current)
  if (!question) return null
  // keyed, so that the pending state of one question does not leak into the next
  const { key, ...options } = question
  return <ConfirmDialog key={key} {...options} onClose={() => show(undefined)} />
}
