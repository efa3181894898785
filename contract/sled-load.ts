// What runs on each sled in service, in total and per project, and whether it answers. An addition of ours.
import { z } from 'zod'
import { ARCHITECTURES } from './architecture-names.ts'
import { byId, list, type Operations } from './define.ts'
import { ByteCount, Name, int64, maybe, timestamp, uint32, uuid } from './values.ts'

const load = { instances: uint32, cpus: int64, memory: ByteCount }

export const SledLoad = z.object({
  /** The sled's id. */
  id: uuid,
  ...load,
  /** What its instances can have in total: its threads, times the overcommit of the rack. */
  usable_cpus: int64,
  /** Null if the sled answers. The published states have none for this. */
  unreachable: maybe(z.object({ since: timestamp, problem: z.string() })),
  /** When an operator closed it to new instances. Null if it is open, or has never accepted any. */
  time_closed: maybe(timestamp),
  /** What machines run on. Null for simulated sleds. */
  host: maybe(
    z.object({
      accelerator: z.enum(['kvm', 'tcg']),
      architecture: z.string(),
      cpu: z.string(),
      /** Left to the host itself; not part of the usable memory. */
      reserved_memory: ByteCount,
    }),
  ),
  /** What guests can be made for, its own first. Null if it does not matter, as on simulated sleds. */
  architectures: maybe(z.array(z.enum(ARCHITECTURES))),
  /** The file system with the disks of its machines, and what disks, snapshots and images may grow to. Null for simulated sleds. */
  space: maybe(z.object({ free: ByteCount, total: ByteCount, promised: int64 })),
  projects: z.array(z.object({ silo_name: Name, project_name: Name, ...load })),
})

export const sledLoad = {
  sled_load_list: list(SledLoad, byId),
} satisfies Operations<'sled_load'>
