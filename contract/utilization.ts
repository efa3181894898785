// Usage and capacity.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { ByteCount, Name, NameOrId, int64, uuid } from './values.ts'

export const VirtualResourceCounts = z.object({ cpus: int64, memory: ByteCount, storage: ByteCount })
export const SiloUtilization = z.object({
  allocated: VirtualResourceCounts,
  provisioned: VirtualResourceCounts,
  silo_id: uuid,
  silo_name: Name,
})

export const Utilization = z.object({ capacity: VirtualResourceCounts, provisioned: VirtualResourceCounts })

export const utilization = {
  utilization_view: { status: 200, answer: Utilization },
  silo_utilization_list: list(SiloUtilization, byNameOrId),
  silo_utilization_view: { path: { silo: NameOrId }, status: 200, answer: SiloUtilization },
} satisfies Operations<'utilization'>
