// All rows of a VPC: its router, and what hangs from it.
import type { VpcNetwork } from '../../network.ts'
import { firewallRows } from '../firewall.ts'
import { routerName } from '../names.ts'
import type { Ref, WantedRow } from '../row.ts'
import { attachmentRows, attachmentsOf } from './external.ts'
import { natRows } from './nat.ts'
import { routeGroups, routeRows, subnetPortRefs } from './routes.ts'
import { subnetRows } from './subnets.ts'

export function vpcRows(vpc: VpcNetwork, hostAddresses: readonly string[]): WantedRow[] {
  const attachments = attachmentsOf(vpc)
  const groups = routeGroups(vpc)
  const { policies, staticRoutes, sets } = routeRows(vpc, groups, attachments)
  const nat = natRows(vpc, groups, attachments)
  const router: WantedRow = {
    table: 'Logical_Router',
    key: 'router',
    columns: {
      name: routerName(vpc.id),
      ports: [...subnetPortRefs(vpc), ...attachments.map(({ portRef }) => portRef)],
      policies: refsTo(policies),
      static_routes: refsTo(staticRoutes),
      nat: refsTo(nat.rows),
      // routers on one external network ask for each other's addresses instead of knowing them all
      options: { dynamic_neigh_routers: 'true', always_learn_from_arp_request: 'false' },
    },
  }
  return [
    router,
    ...subnetRows(vpc),
    ...attachments.flatMap((attachment) => attachmentRows(vpc, attachment)),
    ...policies,
    ...staticRoutes,
    ...sets,
    ...nat.rows,
    ...nat.sets,
    ...firewallRows(vpc, hostAddresses),
  ]
}

const refsTo = (rows: readonly WantedRow[]): Ref[] => rows.map(({ table, key }) => ({ table, key }))
