// Which generation of each VPC's network is wanted and which is in force. Outlives its VPC until the network has removed it.
import { integer, table, text, time, uuid } from '../define.ts'

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
