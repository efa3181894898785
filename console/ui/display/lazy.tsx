// The patterns for code that is loaded on demand, from *.lazy.tsx files. A part of a page comes once the page is on screen
// (lazyPart). A popup or tool is rendered while it is open (lazyPopup): what opened it stays mounted and keeps the focus. If its
// code cannot be loaded, an error toast says so, the popup closes, and opening it again loads it again.
import { Component, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
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

/** A part that a page does not need at first. Its code is loaded once the page is on screen. Until then
 * `fallback` is shown. It should be as large as the part to avoid a layout shift; if that depends on props, it is a function. It
 * stays if loading fails, unless there is something else to show then. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode | ((props: P) => ReactNode) = null,
  failed?: ReactNode,
) {
  let loaded: ComponentType<P> | undefined
  const arrive = async () => (loaded = await load())
  function LazyPart(props: P) {
    const [Part, setPart] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      if (Part) return
      // the next visit retries
      arrive().then(
        (part) => setPart(() => part),
        () => setFailed(true),
      )
    }, [Part])
    if (Part) return <Part {...props} />
    if (hasFailed && failed !== undefined) return failed
    return typeof fallback === 'function' ? fallback(props) : fallback
  }
  return Object.assign(LazyPart, { preload: () => void arrive().catch(() => undefined) })
}
