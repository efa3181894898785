// What the rack behind the API is made of, for components.
import { platform } from './platform-queries.ts'
import { useLoad } from './use-api.ts'

/** Undefined until it is known, and on hosts other than ours. */
export function usePlatform() {
  const { data } = useLoad(platform())
  return data?.type === 'success' ? data.data : undefined
}
