// Renders toasts. The frame renders this once; the stack is loaded with the first toast, or ahead of it when the page is idle.
import { useState, useSyncExternalStore } from 'react'
import { lazyPopup } from '../display/lazy.tsx'
import { onToast, pendingToasts } from './toast.ts'

export const ToastStack = lazyPopup(async () => (await import('./toast-stack.lazy.tsx')).ToastStack)

export function Toaster() {
  const isPending = useSyncExternalStore(onToast, () => pendingToasts().length > 0)
  // once shown the stack stays, and shows later toasts itself
  const [isMounted, mount] = useState(false)
  if (isPending && !isMounted) mount(true)
  return isMounted ? <ToastStack onClose={() => mount(false)} /> : null
}
