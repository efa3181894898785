// Checks the size of an instance.
import { GIB, MAX_MEMORY_GIB, MAX_VCPUS, MIN_MEMORY_GIB } from '#contract/limits.ts'
import { invalidRequest, invalidValue } from '../frame/errors.ts'

export function checkSize({ ncpus, memory }: { ncpus: number; memory: number }): void {
  if (ncpus < 1) throw invalidRequest('an instance needs at least 1 vCPU')
  if (ncpus > MAX_VCPUS) throw invalidRequest(`cannot have more than ${MAX_VCPUS} vCPUs per instance`)
  if (memory < MIN_MEMORY_GIB * GIB) throw invalidValue('size', `memory must be at least ${MIN_MEMORY_GIB} GiB`)
  if (memory % GIB !== 0) throw invalidValue('size', 'memory must be divisible by 1 GiB')
  if (memory > MAX_MEMORY_GIB * GIB)
    throw invalidValue('size', `memory must be less than or equal to ${MAX_MEMORY_GIB} GiB`)
}
