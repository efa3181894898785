// Racks.
import { boolean, integer, table, time, uuid } from '../define.ts'

export const rack = table(
  'rack',
  {
    id: uuid(),
    time_created: time(),
    time_modified: time(),
    /** vCPUs per thread. Null until hardware was seen. */
    cpu_overcommit: integer().nullable(),
    /** Whether instances of lost sleds start elsewhere. Null is no. */
    failover_enabled: boolean().nullable(),
    /** Null for the default. */
    failover_wait_seconds: integer().nullable(),
  },
  { primary: ['id'] },
)
