// The instances that run on any sled, with names that are unique in the fleet.
import { query, type Query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'
import type { KnownInstance } from './ready-data.ts'

/** Two racks. Names of further instances are not needed to see which are the busiest of most fleets. */
const MAX_SLEDS = 64

export function fleetInstances(): Query<KnownInstance[]> {
  const sleds = first1000Sleds()
  return {
    key: ['sled_instance_list', { fleet: true }],
    async fetch(signal) {
      const { items } = await sleds.fetch(signal)
      const pages = await Promise.all(
        items
          .slice(0, MAX_SLEDS)
          .map(({ id }) =>
            query('sled_instance_list', { path: { sledId: id }, query: { limit: LARGE_PAGE } }).fetch(signal),
          ),
      )
      return pages.flatMap((page) =>
        page.items.map(({ id, name, ncpus, projectName, siloName }) => ({
          id,
          label: `${siloName}/${projectName}/${name}`,
          ncpus,
        })),
      )
    },
  }
}
