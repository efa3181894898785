// How large an instance may be.
import { invalidRequest, invalidValue } from '../frame/errors.ts'

const GIB = 2 ** 30
const MOST_CPUS = 64
const MOST_MEMORY = 256

export function checkSize({ ncpus, memory }: { ncpus: number; memory: number }): void {
  if (ncpus < 1) throw invalidRequest('an instance needs at least 1 vCPU')
  if (ncpus > MOST_CPUS) throw invalidRequest(`cannot have more than ${MOST_CPUS} vCPUs per instance`)
  if (memory < GIB) throw invalidValue('size', 'memory must be at least 1 GiB')
  if (memory % GIB !== 0) throw invalidValue('size', 'memory must be divisible by 1 GiB')
  if (memory > MOST_MEMORY * GIB) throw invalidValue('size', `memory must be less than or equal to ${MOST_MEMORY} GiB`)
}
