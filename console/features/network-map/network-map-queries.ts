// The network of a project in one response. On hosts without this operation it is built from lists.
import type { Data } from '#contract/client.ts'
import { isNotFound, query, type Query } from '../../api.ts'

export type NetworkMap = Data<'network_map_view'>

export function networkMap(project: string): Query<NetworkMap> {
  const whole = query('network_map_view', { query: { project } })
  return {
    ...whole,
    async fetch(signal) {
      try {
        return await whole.fetch(signal)
      } catch (error) {
        if (!isNotFound(error)) throw error
        return (await import('./map-from-lists.lazy.ts')).mapFromLists(project, signal)
      }
    },
  }
}
