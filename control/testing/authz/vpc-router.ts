// Authorization test cases for VPC routers.
import type { vpcRouter as operations } from '#contract/vpc-router.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { defaultVpc, inVpc, naming } from './vpc.ts'

const at = (router: Named) => ({ path: { router: router.id }, hidden: `vpc-router with id "${router.id}"` })

export const makeRouter = async (w: Prepared): Promise<Named> =>
  must(w.owner, 'POST', `/v1/vpc-routers?vpc=${(await defaultVpc(w)).id}`, naming(w))

export const vpcRouter: Cases<keyof typeof operations> = {
  vpc_router_list: row({ rule: inProject('viewer'), make: defaultVpc, call: (_, vpc) => inVpc(vpc) }),
  vpc_router_create: row({
    rule: inProject('collaborator'),
    make: defaultVpc,
    call: (w, vpc) => ({ ...inVpc(vpc), body: naming(w) }),
  }),
  vpc_router_view: row({ rule: inProject('viewer'), make: makeRouter, call: (_, made) => at(made) }),
  vpc_router_update: row({
    rule: inProject('collaborator'),
    make: makeRouter,
    call: (w, made) => ({ ...at(made), body: { name: w.fresh() } }),
  }),
  vpc_router_delete: row({ rule: inProject('collaborator'), make: makeRouter, call: (_, made) => at(made) }),
}
