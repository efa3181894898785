// Authorization test cases for VPC router routes.
import type { vpcRouterRoute as operations } from '#contract/vpc-router-route.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { naming } from './vpc.ts'
import { makeRouter } from './vpc-router.ts'

const ends = { destination: { type: 'ip', value: '10.0.0.1' }, target: { type: 'drop' } }

interface Made {
  router: Named
  route: Named
}

async function make(w: Prepared): Promise<Made> {
  const router = await makeRouter(w)
  const body = { ...naming(w), ...ends }
  return { router, route: await must(w.owner, 'POST', `/v1/vpc-router-routes?router=${router.id}`, body) }
}

const inRouter = (router: Named) => ({ query: { router: router.id }, hidden: `vpc-router with id "${router.id}"` })
const at = ({ route }: Made) => ({ path: { route: route.id }, hidden: `router-route with id "${route.id}"` })

export const vpcRouterRoute: Cases<keyof typeof operations> = {
  vpc_router_route_list: row({ rule: inProject('viewer'), make: makeRouter, call: (_, router) => inRouter(router) }),
  vpc_router_route_create: row({
    rule: inProject('collaborator'),
    make: makeRouter,
    call: (w, router) => ({ ...inRouter(router), body: { ...naming(w), ...ends } }),
  }),
  vpc_router_route_view: row({
    rule: inProject('viewer'),
    make,
    // the router is required, so the route cannot be selected by id
    call: (_, { router, route }) => ({ ...inRouter(router), path: { route: route.name } }),
  }),
  vpc_router_route_update: row({
    rule: inProject('collaborator'),
    make,
    call: (w, made) => ({ ...at(made), body: { name: w.fresh(), ...ends } }),
  }),
  vpc_router_route_delete: row({ rule: inProject('collaborator'), make, call: (_, made) => at(made) }),
}
