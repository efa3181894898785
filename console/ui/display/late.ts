// Parts that come after the content: overlays are heavy, so a light shell shows at once and fetches the rest on idle or on
// first need. A shell never drops an early click: it asks for the part and opens when it has come.
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

export interface Late<P extends object> {
  /** renders the part; nothing before it has come */
  Part: (props: P) => ReactNode
  ready: () => boolean
  load: () => Promise<void>
  /** load, for hover and focus: a failure shows only when the part is really wanted */
  warm: () => void
}

export function late<P extends object>(fetchPart: () => Promise<ComponentType<P>>): Late<P> {
  let part: ComponentType<P> | undefined
  let coming: Promise<void> | undefined
  async function fetchOnce(): Promise<void> {
    try {
      part = await fetchPart()
    } catch (error) {
      // a lost connection must not disable the part for good: the next need asks again
      coming = undefined
      throw error
    }
  }
  const load = () => (coming ??= fetchOnce())
  return {
    Part: (props) => (part ? createElement(part, props) : null),
    ready: () => part !== undefined,
    load,
    warm: () => void load().catch(() => undefined),
  }
}

let shown = false
/** how many things somebody waits for */
let urgent = 0
const waiting = new Set<() => void>()

/** The frame calls this when the first content is on screen: waiting for an answer is idle time too, but not ours to use. */
export function contentShown(): void {
  shown = true
  release()
}

function release(): void {
  if (!shown || urgent > 0) return
  for (const go of waiting) go()
  waiting.clear()
}

/** While this waits, what can wait does not start: it must not share the line with what somebody looks for. */
export function useUrgent(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    urgent += 1
    return () => {
      urgent -= 1
      // what has come is drawn first
      setTimeout(release)
    }
  }, [isWaiting])
}

/** Does the work when the content is on screen and nothing is waited for. */
function onIdle(work: () => void): () => void {
  const hasIdle = 'requestIdleCallback' in globalThis
  let handle: number | undefined
  let fallback: number | undefined
  const go = () => {
    clearTimeout(fallback)
    handle = hasIdle ? requestIdleCallback(work, { timeout: 2000 }) : window.setTimeout(work, 200)
  }
  if (shown && urgent === 0) go()
  else {
    waiting.add(go)
    // pages outside the frame never say that their content is there
    fallback = window.setTimeout(() => {
      waiting.delete(go)
      go()
    }, 4000)
  }
  return () => {
    clearTimeout(fallback)
    waiting.delete(go)
    if (handle !== undefined) (hasIdle ? cancelIdleCallback : clearTimeout)(handle)
  }
}

/** At once, or after the first content where the part is below it. */
function onceDrawn(work: () => void): () => void {
  if (shown) work()
  const timer = shown ? undefined : setTimeout(work)
  return () => clearTimeout(timer)
}

/** Whether the part has come. `wanted` fetches at once, otherwise it comes when idle (or never, with `idle` false). One that did not
 * come is asked for again when `wanted` is given anew. */
export function useLate<P extends object>(
  part: Late<P>,
  wanted: boolean,
  idle = true,
  onError: (error: unknown) => void = console.error,
): boolean {
  const [come, setCome] = useState(part.ready)
  useUrgent(wanted && !come)
  useEffect(() => {
    if (come || (!wanted && !idle)) return
    let live = true
    const fetchIt = () => {
      part.load().then(
        () => live && setCome(true),
        (error: unknown) => live && onError(error),
      )
    }
    const cancel = wanted ? onceDrawn(fetchIt) : onIdle(fetchIt)
    return () => {
      live = false
      cancel()
    }
  }, [part, wanted, idle, come, onError])
  return come
}
