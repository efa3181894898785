// A value outside of React that tells its listeners when it changes. Components read it with useStore (use-store.ts).

export interface Readable<T> {
  get: () => T
  subscribe: (listener: () => void) => () => void
}

export interface Store<T> extends Readable<T> {
  /** Tells the listeners, unless the value is the same. */
  set: (next: T) => void
  hasListeners: () => boolean
}

/** `connect` runs before the first listener is added, and what it returns after the last one has left. */
export function makeStore<T>(initial: T, connect?: () => () => void): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  let disconnect: (() => void) | undefined
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      if (listeners.size === 0) disconnect = connect?.()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.()
      }
    },
    hasListeners: () => listeners.size > 0,
  }
}
