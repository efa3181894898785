// Authorization test cases for VPC subnets.
import type { vpcSubnet as operations } from '#contract/vpc-subnet.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { defaultVpc, inVpc, naming } from './vpc.ts'

let blocks = 0
/** An unused block. */
const create = (w: Prepared) => ({ ...naming(w), ipv4_block: `10.${++blocks >> 8}.${blocks & 255}.0/24` })

const at = (subnet: Named) => ({ path: { subnet: subnet.id }, hidden: `vpc-subnet with id "${subnet.id}"` })
const make = async (w: Prepared) => must(w.owner, 'POST', `/v1/vpc-subnets?vpc=${(await defaultVpc(w)).id}`, create(w))

export const vpcSubnet: Cases<keyof typeof operations> = {
  vpc_subnet_list: row({ rule: inProject('viewer'), make: defaultVpc, call: (_, vpc) => inVpc(vpc) }),
  vpc_subnet_create: row({
    rule: inProject('collaborator'),
    make: defaultVpc,
    call: (w, vpc) => ({ ...inVpc(vpc), body: create(w) }),
  }),
  vpc_subnet_view: row({ rule: inProject('viewer'), make, call: (_, made) => at(made) }),
  vpc_subnet_update: row({
    rule: inProject('collaborator'),
    make,
    call: (w, made) => ({ ...at(made), body: { name: w.fresh() } }),
  }),
  vpc_subnet_delete: row({ rule: inProject('collaborator'), make, call: (_, made) => at(made) }),
  vpc_subnet_list_network_interfaces: row({ rule: inProject('viewer'), make, call: (_, made) => at(made) }),
}
