// Racks.
import { integer, table, time, uuid } from '../define.ts'

export const rack = table(
  'rack',
  {
    id: uuid(),
    time_created: time(),
    time_modified: time(),
    /** vCPUs per thread. Null until hardware was seen. */
    cpu_overcommit: integer().nullable(),
  },
  { primary: ['id'] },
)
