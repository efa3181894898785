// A store in a component, which renders again when the store changes. Separate from store.ts, which is free of React.
import { useSyncExternalStore } from 'react'
import type { Readable } from './store.ts'

/** `select` picks what the component needs. It must not return a new object for the same value. */
export function useStore<T>(store: Readable<T>): T
export function useStore<T, Part>(store: Readable<T>, select: (value: T) => Part): Part
export function useStore<T>(store: Readable<T>, select = (value: T): unknown => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
