// Routes of a VPC router.
import { z } from 'zod'
import { byNameOrId, inRouter, inVpc, list, type Operations } from './define.ts'
import { IpNet, Name, NameOrId, identity, ip, naming, renaming, uuid } from './values.ts'

export const RouteDestination = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ip'), value: ip }),
  z.object({ type: z.literal('ip_net'), value: IpNet }),
  z.object({ type: z.literal('vpc'), value: Name }),
  z.object({ type: z.literal('subnet'), value: Name }),
])

export const RouteTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ip'), value: ip }),
  z.object({ type: z.literal('vpc'), value: Name }),
  z.object({ type: z.literal('subnet'), value: Name }),
  z.object({ type: z.literal('instance'), value: Name }),
  z.object({ type: z.literal('internet_gateway'), value: Name }),
  z.object({ type: z.literal('drop') }),
])

export const RouterRouteKind = z.enum(['default', 'vpc_subnet', 'vpc_peering', 'custom'])
export const RouterRoute = z.object({
  ...identity,
  destination: RouteDestination,
  kind: RouterRouteKind,
  target: RouteTarget,
  vpc_router_id: uuid,
})

export const RouterRouteCreate = z.object({ ...naming, destination: RouteDestination, target: RouteTarget })
export const RouterRouteUpdate = z.object({ ...renaming, destination: RouteDestination, target: RouteTarget })

const at = { path: { route: NameOrId }, query: inRouter }

export const vpcRouterRoute = {
  vpc_router_route_list: list(RouterRoute, byNameOrId, { first: { router: NameOrId }, query: inVpc }),
  vpc_router_route_create: {
    query: { ...inVpc, router: NameOrId },
    body: RouterRouteCreate,
    status: 201,
    answer: RouterRoute,
  },
  vpc_router_route_view: {
    path: { route: NameOrId },
    query: { ...inVpc, router: NameOrId },
    status: 200,
    answer: RouterRoute,
  },
  vpc_router_route_update: { ...at, body: RouterRouteUpdate, status: 200, answer: RouterRoute },
  vpc_router_route_delete: { ...at, status: 204 },
} satisfies Operations<'vpc_router_route'>
