// Parts that come after the content: overlays are heavy, so a light shell shows at once and fetches the rest on idle or on
// first need. A shell never drops an early click: it asks for the part and opens when it has come.
import { useEffect, useState, type ComponentType } from 'react'

export interface Late<P> {
  get: () => ComponentType<P> | undefined
  load: () => Promise<ComponentType<P>>
}

export function late<P>(fetchPart: () => Promise<ComponentType<P>>): Late<P> {
  let part: ComponentType<P> | undefined
  let coming: Promise<ComponentType<P>> | undefined
  async function load(): Promise<ComponentType<P>> {
    try {
      part = await fetchPart()
      return part
    } catch (error) {
      // a lost connection must not disable the part for good: the next need asks again
      coming = undefined
      throw error
    }
  }
  return { get: () => part, load: () => (coming ??= load()) }
}

let shown = false
const waiting = new Set<() => void>()

/** The frame calls this when the first content is on screen: waiting for an answer is idle time too, but not ours to use. */
export function contentShown(): void {
  if (shown) return
  shown = true
  for (const go of waiting) go()
  waiting.clear()
}

function onIdle(work: () => void): () => void {
  const hasIdle = 'requestIdleCallback' in globalThis
  let handle: number | undefined
  let fallback: number | undefined
  const go = () => {
    clearTimeout(fallback)
    handle = hasIdle ? requestIdleCallback(work, { timeout: 2000 }) : window.setTimeout(work, 200)
  }
  if (shown) go()
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

/** The part once it has come. `wanted` fetches at once, otherwise it comes when idle (or never, with `idle: false`). */
export function useLate<P>(part: Late<P>, wanted: boolean, idle = true): ComponentType<P> | undefined {
  const [come, setCome] = useState(() => part.get())
  useEffect(() => {
    if (come || (!wanted && !idle)) return
    let live = true
    const fetchIt = () => {
      part.load().then(
        (loaded) => live && setCome(() => loaded),
        (error: unknown) => console.error(error),
      )
    }
    const cancel = wanted ? fetchIt() : onIdle(fetchIt)
    return () => {
      live = false
      cancel?.()
    }
  }, [part, wanted, idle, come])
  return come
}
