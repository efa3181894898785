// Networks outside, where pools of external addresses live. Pools refer to theirs.
import { integer, json, table, text, time, uuid } from '../define.ts'

export const external_network = table(
  'external_network',
  {
    id: uuid(),
    name: text(),
    description: text(),
    physical_network: text(),
    /** Null: untagged. */
    vlan: integer().nullable(),
    prefix: text(),
    next_hop: text(),
    dns_servers: json<string[]>(),
    /** In order of preference. */
    hosts: json<string[]>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['name']] },
)
