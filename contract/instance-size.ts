// The size of an instance, changed in one step that also restarts it if it runs. An addition of ours: the published API wants it stopped
// first.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { Instance, InstanceCpuCount } from './instance.ts'
import { ByteCount, NameOrId } from './values.ts'

export const InstanceResize = z.object({ ncpus: InstanceCpuCount, memory: ByteCount })

export const instanceSize = {
  /** A running instance is stopped, changed and started again. If the new size does not fit anywhere, nothing is stopped. */
  instance_resize: {
    path: { instance: NameOrId },
    query: inProject,
    body: InstanceResize,
    status: 202,
    answer: Instance,
  },
} satisfies Operations<'instance_size'>
