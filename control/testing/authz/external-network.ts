// Authorization test cases for external networks.
import type { externalNetwork as operations } from '#contract/external-network.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, onFleet } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makePool } from './ip-pool.ts'

const settings = { physical_network: 'provider', prefix: '203.0.113.0/24', next_hop: '203.0.113.1' }

const bodyOf = (w: Prepared, pool: Named) => ({
  name: w.fresh('network'),
  description: '',
  ...settings,
  ip_pools: [pool.name],
})

const makeNetwork = async (w: Prepared): Promise<Named> =>
  must(w.operator, 'POST', '/rackwright/system/external-networks', bodyOf(w, await makePool(w)))

const at = (_: Prepared, { id }: Named) => ({ path: { network: id }, hidden: `external-network with id "${id}"` })

export const externalNetwork: Cases<keyof typeof operations> = {
  external_network_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  external_network_create: row({
    rule: onFleet('admin'),
    make: makePool,
    call: (w, pool) => ({ body: bodyOf(w, pool) }),
  }),
  external_network_view: row({ rule: fleetThing('viewer'), make: makeNetwork, call: at }),
  external_network_update: row({
    rule: fleetThing('admin'),
    make: makeNetwork,
    call: (w, network) => ({ ...at(w, network), body: { ...settings, vlan: 7 } }),
  }),
  external_network_delete: row({ rule: fleetThing('admin'), make: makeNetwork, call: at }),
}
