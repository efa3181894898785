// VPCs: private networks.
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
