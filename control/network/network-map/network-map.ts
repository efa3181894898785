// The network of a project in one response, for project viewers. problems.ts finds what is wrong with it.
import type { networkMap as operations } from '#contract/network-map.ts'
import type { SubnetNode } from '#drivers/network.ts'
import type { Handlers } from '../../frame/context.ts'
import { findProject } from '../../frame/lookup.ts'
import { chooseRoute } from '../reachability/routes.ts'
import type { RouteNode, Topology } from '../reachability/topology.ts'
import { loadMap } from './load.ts'
import { problemsOf } from './problems.ts'

export const networkMap = {
  async network_map_view(ctx, { query }) {
    const project = await findProject(ctx, query.project, 'read')
    const { topology, floating, fullSubnets, counts, truncated } = await loadMap(ctx, project.id)
    // only routes for all addresses can be a way out; without the others this stays linear in large projects
    const waysOut = { ...topology, routes: topology.routes.filter(isForAll) }
    const subnets = topology.subnets.map((subnet) => ({
      ...subnet,
      interface_count: counts.get(subnet.id) ?? 0,
      exit: exitOf(waysOut, subnet),
    }))
    return {
      ...topology,
      subnets,
      external_ips: [...topology.external_ips, ...floating],
      problems: problemsOf({ topology, subnets, floating, fullSubnets, truncated }),
      truncated,
    }
  },
} satisfies Handlers<keyof typeof operations>

const isForAll = ({ destination }: RouteNode) => destination.type === 'ip_net' && destination.value.endsWith('/0')

/** Where traffic for the internet leaves a subnet. Null if it is dropped or no route matches. */
function exitOf(topology: Topology, subnet: SubnetNode) {
  const hop = chooseRoute(topology, subnet, null)?.hop
  if (hop?.type === 'gateway') return { type: hop.type, id: hop.gateway.id }
  return hop?.type === 'interface' ? { type: hop.type, id: hop.interface.id } : null
}
