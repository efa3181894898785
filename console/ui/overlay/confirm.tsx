// Asks one question before something is done. `confirm()` can be called from anywhere; ConfirmHost, rendered once by the frame,
// shows the dialog.
import { makeStore } from '../../util/store.ts'
import { useStore } from '../../util/use-store.ts'
import { lazyPopup } from '../display/lazy.tsx'
import type { ConfirmOptions } from './confirm-dialog.lazy.tsx'

interface Question extends ConfirmOptions {
  key: number
}

const ConfirmDialog = lazyPopup(async () => (await import('./confirm-dialog.lazy.tsx')).ConfirmDialog)

const open = makeStore<Question | undefined>(undefined)
let count = 0

/** Loads the dialog ahead of a likely question. */
export const preloadConfirm = () => ConfirmDialog.preload()

export const confirm = (options: ConfirmOptions): void => open.set({ ...options, key: ++count })

export function ConfirmHost() {
  const question = useStore(open)
  if (!question) return null
  // keyed, so that the pending state of one question does not leak into the next
  const { key, ...options } = question
  return <ConfirmDialog key={key} {...options} onClose={() => open.set(undefined)} />
}
