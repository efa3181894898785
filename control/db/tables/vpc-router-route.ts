// Routes of a VPC router.
import type { Answer } from '#contract/api.ts'
import { json, table, text, time, uuid } from '../define.ts'

type Route = Answer<'vpc_router_route_view'>

export const vpc_router_route = table(
  'vpc_router_route',
  {
    id: uuid(),
    vpc_router_id: uuid().references('vpc_router', 'cascade'),
    name: text(),
    description: text(),
    kind: text<'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'>(),
    destination: json<Route['destination']>(),
    target: json<Route['target']>(),
    /** The subnet this route belongs to; it is renamed and deleted with the subnet. */
    vpc_subnet_id: uuid().references('vpc_subnet', 'cascade').nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['vpc_router_id', 'name']],
    index: [['vpc_router_id', 'id'], ['vpc_subnet_id']],
  },
)
