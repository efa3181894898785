// How many vCPUs the rack gives out per thread. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { uint8 } from './values.ts'

export const CpuOvercommit = z.object({
  /** vCPUs per hardware thread, from 1 to 16. Memory is never given out twice. */
  ratio: uint8,
})

export const cpuOvercommit = {
  cpu_overcommit_view: { status: 200, answer: CpuOvercommit },
  cpu_overcommit_update: { body: CpuOvercommit, status: 200, answer: CpuOvercommit },
} satisfies Operations<'cpu_overcommit'>
