// Private networks.
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
    /** Made after the VPC and gone with it, so no reference holds it. */
    system_router_id: uuid(),
    /** Tells networks apart on the wire between sleds. Never shown. */
    vni: integer(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['project_id', 'name'], ['vni']], index: [['project_id', 'id']] },
)
