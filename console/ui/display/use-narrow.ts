// Whether the screen is narrow, for what CSS cannot do, such as the order of a table's columns.
import { useSyncExternalStore } from 'react'

const query = '(max-width: 39.99rem)'

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
