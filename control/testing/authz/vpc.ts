// Authorization test cases for VPCs and the status of their networks.
import type { networkStatus as statusOperations } from '#contract/network-status.ts'
import type { vpc as operations } from '#contract/vpc.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'

export const naming = (w: Prepared) => ({ name: w.fresh(), description: '' })

/** The project's default VPC. */
export const defaultVpc = (w: Prepared): Promise<Named> =>
  must(w.owner, 'GET', `/v1/vpcs/default?project=${w.project.name}`)

export const inVpc = (vpc: Named) => ({ query: { vpc: vpc.id }, hidden: `vpc with id "${vpc.id}"` })

const inWeb = (w: Prepared) => ({
  query: { project: w.project.name },
  hidden: `project with name "${w.project.name}"`,
})
const at = (vpc: Named) => ({ path: { vpc: vpc.id }, hidden: `vpc with id "${vpc.id}"` })
const create = (w: Prepared) => ({ ...naming(w), dns_name: w.fresh('dns') })

async function withoutSubnets(w: Prepared): Promise<Named> {
  const vpc = await must(w.owner, 'POST', `/v1/vpcs?project=${w.project.name}`, create(w))
  await must(w.owner, 'DELETE', `/v1/vpc-subnets/default?vpc=${vpc.id}`)
  return vpc
}

export const vpc: Cases<keyof typeof operations> = {
  vpc_list: row({ rule: inProject('viewer'), call: inWeb }),
  vpc_create: row({ rule: inProject('collaborator'), call: (w) => ({ ...inWeb(w), body: create(w) }) }),
  vpc_view: row({ rule: inProject('viewer'), make: defaultVpc, call: (_, made) => at(made) }),
  vpc_update: row({
    rule: inProject('collaborator'),
    make: defaultVpc,
    call: (w, made) => ({ ...at(made), body: { description: w.fresh() } }),
  }),
  vpc_delete: row({ rule: inProject('collaborator'), make: withoutSubnets, call: (_, made) => at(made) }),
}

export const networkStatus: Cases<keyof typeof statusOperations> = {
  network_status_view: row({ rule: inProject('viewer'), make: defaultVpc, call: (_, made) => at(made) }),
}
