// Renders toasts. The frame renders this once; the stack is loaded with the first toast, or ahead of it when the page is idle.
import { useState } from 'react'
import { useStore } from '../../util/use-store.ts'
import { lazyPopup } from '../display/lazy.tsx'
import { pendingToasts } from './toast.ts'

export const ToastStack = lazyPopup(async () => (await import('./toast-stack.lazy.tsx')).ToastStack)

export function Toaster() {
  const isPending = useStore(pendingToasts, ({ length }) => length > 0)
  // once shown the stack stays, and shows later toasts itself
  const [isMounted, mount] = useState(false)
  if (isPending && !isMounted) mount(true)
  return isMounted ? <ToastStack onClose={() => mount(false)} /> : null
}
