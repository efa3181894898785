// Target releases set by operators. The highest generation is the current one.
import type { Wire } from '#contract/api.ts'
import { integer, json, table, time } from '../define.ts'

export const target_release = table(
  'target_release',
  { generation: integer(), release_source: json<Wire<'TargetReleaseSource'>>(), time_requested: time() },
  { primary: ['generation'] },
)
