// The addresses that can reach the system. One row.
import type { Wire } from '#contract/api.ts'
import { json, table, time, uuid } from '../define.ts'

export const allow_list = table(
  'allow_list',
  {
    id: uuid(),
    allowed_ips: json<Wire<'AllowedSourceIps'>>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'] },
)
