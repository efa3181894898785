// VPCs: private networks, and which generation of each is in force.
import { integer, table, text, time, uuid } from '../define.ts'

export const vpc = table(
  'vpc',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    name: text(),
    description: text(),
    dns_name: text(),
    ipv6_prefix: text(),
    /** Created after the VPC and deleted with it, so it is not a foreign key. */
    system_router_id: uuid(),
    /** Identifies the network in traffic between sleds. Never shown. */
    vni: integer(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['project_id', 'name'], ['vni']], index: [['project_id', 'id']] },
)

/** Outlives its VPC until the network has removed it. */
export const vpc_network = table(
  'vpc_network',
  {
    /** Not a foreign key, because a deleted VPC still has to be removed from the network. */
    vpc_id: uuid(),
    wanted: integer(),
    /** Zero: nothing yet. */
    in_force: integer(),
    /** When the oldest change that is not in force was made; of the last change once it is. */
    time_wanted: time(),
    /** For display: why the last attempt failed. */
    problem: text().nullable(),
  },
  {
    primary: ['vpc_id'],
    index: [{ columns: ['vpc_id'], where: 'wanted > in_force', name: 'vpc_network_pending_index' }],
  },
)
