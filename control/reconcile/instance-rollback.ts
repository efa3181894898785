// Brings instances back to points in time.
import { advanceRollback } from '../compute/instance-rollback/advance.ts'
import { UNDER_WAY } from '../compute/instance-rollback/find-rollback.ts'
import type { Host } from '../frame/context.ts'
import { instanceJobLoop } from './instance-job.ts'
import type { Loop } from './loop.ts'

export const instanceRollbackLoop = (host: Host, notify: () => void): Loop =>
  instanceJobLoop(host, notify, {
    noun: 'rollback',
    table: 'instance_rollback',
    underWay: UNDER_WAY,
    advance: advanceRollback,
  })
