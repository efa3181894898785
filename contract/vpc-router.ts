// Routers: the route tables of a VPC.
import { z } from 'zod'
import { byNameOrId, inProject, inVpc, list, type Operations } from './define.ts'
import { NameOrId, identity, naming, renaming, uuid } from './values.ts'

export const VpcRouterKind = z.enum(['system', 'custom'])
export const VpcRouter = z.object({ ...identity, kind: VpcRouterKind, vpc_id: uuid })
export const VpcRouterCreate = z.object(naming)
export const VpcRouterUpdate = z.object(renaming)

const at = { path: { router: NameOrId }, query: inVpc }

export const vpcRouter = {
  vpc_router_list: list(VpcRouter, byNameOrId, { first: { vpc: NameOrId }, query: inProject }),
  vpc_router_create: { query: { ...inProject, vpc: NameOrId }, body: VpcRouterCreate, status: 201, answer: VpcRouter },
  vpc_router_view: { ...at, status: 200, answer: VpcRouter },
  vpc_router_update: { ...at, body: VpcRouterUpdate, status: 200, answer: VpcRouter },
  vpc_router_delete: { ...at, status: 204 },
} satisfies Operations<'vpc_router'>
