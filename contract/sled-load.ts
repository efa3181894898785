// What runs on each sled in service: totals, and per project. An addition of ours.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { ByteCount, Name, int64, uint32, uuid } from './values.ts'

const load = { instances: uint32, cpus: int64, memory: ByteCount }

export const SledLoad = z.object({
  /** The sled's id. */
  id: uuid,
  ...load,
  projects: z.array(z.object({ silo_name: Name, project_name: Name, ...load })),
})

export const sledLoad = {
  sled_load_list: list(SledLoad, byId),
} satisfies Operations<'sled_load'>
