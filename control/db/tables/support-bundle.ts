// Support bundles. Their bytes are in the host's bundle store, under the same id.
import { integer, table, text, time, uuid } from '../define.ts'

export const support_bundle = table(
  'support_bundle',
  {
    id: uuid(),
    state: text(),
    reason_for_creation: text(),
    reason_for_failure: text().nullable(),
    /** Bytes of the finished zip. */
    size: integer().nullable(),
    /** How often collecting has begun: a collection that kills the server must not be repeated forever. */
    attempts: integer(),
    time_created: time(),
  },
  { primary: ['id'], index: [['state', 'id']] },
)
