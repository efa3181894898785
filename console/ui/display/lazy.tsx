// The one pattern for code that is loaded on demand: a popup or tool in a *.lazy.tsx file, rendered while it is open. What opened
// it stays mounted and keeps the focus; the popup appears once its code has arrived. If the code cannot be loaded, an error toast
// says so, the popup closes, and opening it again loads it again.
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { toast } from '../overlay/toast.ts'

interface Closable {
  onClose: () => void
}

export type LazyPopup<P extends Closable> = ComponentType<P> & {
  /** loads the code ahead of time; a failure shows only when the popup is opened */
  preload: () => void
}

/** `const Resize = lazyPopup(async () => (await import('./instance-resize.lazy.tsx')).InstanceResizeForm)` */
export function lazyPopup<P extends Closable>(load: () => Promise<ComponentType<P>>): LazyPopup<P> {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        throw new LoadError('The code of a popup could not be loaded', { cause })
      }
    })
  let Popup = create()
  function LazyPopup(props: P) {
    const fail = () => {
      // React.lazy remembers a failure forever
      Popup = create()
      toast({ tone: 'error', content: 'Part of the console could not be loaded. Check the connection and try again.' })
      props.onClose()
    }
    return (
      <LoadBoundary onError={fail}>
        <Suspense fallback={null}>
          <Popup {...props} />
        </Suspense>
      </LoadBoundary>
    )
  }
  return Object.assign(LazyPopup, { preload: () => void load().catch(() => undefined) })
}

class LoadError extends Error {}

/** Catches only failures to load; errors thrown by the loaded component belong to the boundary above. */
class LoadBoundary extends Component<{ onError: () => void; children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown) {
    if (error instanceof LoadError) this.props.onError()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof LoadError) return null
    throw error
  }
}
