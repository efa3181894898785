// The body of an instance's PUT, which replaces everything: what is left out is unset. So it is made from the instance.
import type { Model } from '#contract/client.ts'
import type { Instance } from '../instance-queries.ts'

type InstanceUpdate = Model<'InstanceUpdate'>

export const asUpdate = (instance: Instance, change: Partial<InstanceUpdate>): InstanceUpdate => ({
  ncpus: instance.ncpus,
  memory: instance.memory,
  bootDisk: instance.bootDiskId ?? null,
  autoRestartPolicy: instance.autoRestartPolicy ?? null,
  ...change,
})
