// Ends clones of instances once their disks are copied or cannot be.
import { advanceClone } from '../compute/instance-clone/advance.ts'
import type { Host } from '../frame/context.ts'
import { instanceJobLoop } from './instance-job.ts'
import type { Loop } from './loop.ts'

export const instanceCloneLoop = (host: Host, notify: () => void): Loop =>
  instanceJobLoop(host, notify, {
    noun: 'clone',
    table: 'instance_clone',
    underWay: ['copying', 'undoing'],
    advance: advanceClone,
  })
