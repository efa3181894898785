// The machine of an instance: how SSH reaches it, when a stop is forced, and forcing it now. An addition of ours.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { Instance, InstanceCpuCount } from './instance.ts'
import { ByteCount, Name, NameOrId, maybe, timestamp, uint16 } from './values.ts'

export const InstanceMachine = z.object({
  /** Port 22 of the instance, as seen from the host that it runs on. Null if SSH cannot reach it. */
  ssh: maybe(z.object({ address: z.string(), port: uint16 })),
  /** Until then the guest is asked to shut down. Null unless the instance is stopping, and where guests always obey. */
  time_forced: maybe(timestamp),
  /** The size that it gets when it has stopped, and whether it then starts again. Null unless it is being resized. */
  resize: maybe(z.object({ ncpus: InstanceCpuCount, memory: ByteCount, start: z.boolean() })),
  /** Bytes, as the guest counts them. Null unless it runs and tells. */
  memory: maybe(z.object({ used: ByteCount, total: ByteCount })),
  /** Why its guest stands still, although the instance runs. Null unless it does. */
  pause_reason: maybe(z.string()),
  /** Why it runs without a network. Null if it has one. */
  network_problem: maybe(z.string()),
  /** It was started with another network than the rack has now. Its next start changes that. */
  has_old_network: z.boolean(),
  /** Its CPU keeps it from moving to some hosts while it runs. Its next start gives it one that all have. */
  has_old_cpu: z.boolean(),
  /** Names of disks and network interfaces that somebody has detached on its host. Its next start brings them back. */
  missing_disks: z.array(Name),
  missing_interfaces: z.array(Name),
  /** Names of disks of which somebody has taken a snapshot on its host, so that what the guest writes goes to another file. */
  diverted_disks: z.array(Name),
  /** Names of disks whose files somebody has removed on its host: only the guest still has them, until it stops. */
  removed_disks: z.array(Name),
  /** Disks that somebody has resized on its host, with the size that the guest sees. */
  resized_disks: z.array(z.object({ name: Name, size: ByteCount })),
})

const at = { path: { instance: NameOrId }, query: inProject }

export const instanceMachine = {
  instance_machine_view: { ...at, status: 200, answer: InstanceMachine },
  /** Also while it is stopping. */
  instance_force_stop: { ...at, status: 202, answer: Instance },
} satisfies Operations<'instance_machine'>
