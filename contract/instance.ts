// Instances: virtual machines. instance-states.ts says which actions each state allows.
import { MAX_DISKS, MAX_EXTERNAL_IPS, MAX_USER_DATA_BYTES } from './limits.ts'
import { z } from 'zod'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { DiskSource } from './disk.ts'
import { ExternalIpCreate } from './external-ip.ts'
import { instanceStates } from './instance-states.ts'
import { InstanceNetworkInterfaceAttachment } from './network-interface.ts'
import {
  ByteCount,
  Hostname,
  Name,
  NameOrId,
  base64,
  bounded,
  identity,
  maybe,
  naming,
  timestamp,
  uint16,
  uuid,
} from './values.ts'

export const InstanceAutoRestartPolicy = z.enum(['never', 'best_effort'])
export const InstanceCpuCount = uint16.clone()
export const InstanceState = z.enum(instanceStates)

export const Instance = z.object({
  ...identity,
  auto_restart_cooldown_expiration: maybe(timestamp),
  auto_restart_enabled: z.boolean(),
  auto_restart_policy: maybe(InstanceAutoRestartPolicy),
  boot_disk_id: maybe(uuid),
  hostname: z.string(),
  memory: ByteCount,
  ncpus: InstanceCpuCount,
  project_id: uuid,
  run_state: InstanceState,
  time_last_auto_restarted: maybe(timestamp),
  time_run_state_updated: timestamp,
})

export const InstanceDiskAttachment = z.discriminatedUnion('type', [
  z.object({ ...naming, type: z.literal('create'), disk_source: DiskSource, size: ByteCount }),
  z.object({ type: z.literal('attach'), name: Name }),
])

export const InstanceCreate = z.object({
  ...naming,
  anti_affinity_groups: z.array(NameOrId).default([]),
  auto_restart_policy: InstanceAutoRestartPolicy.nullable().default(null),
  boot_disk: InstanceDiskAttachment.nullable().default(null),
  disks: bounded(MAX_DISKS, z.array(InstanceDiskAttachment)).default([]),
  external_ips: bounded(MAX_EXTERNAL_IPS, z.array(ExternalIpCreate)).default([]),
  hostname: Hostname,
  memory: ByteCount,
  ncpus: InstanceCpuCount,
  network_interfaces: InstanceNetworkInterfaceAttachment.default({ type: 'default' }),
  ssh_public_keys: maybe(z.array(NameOrId)),
  start: z.boolean().default(true),
  user_data: base64(MAX_USER_DATA_BYTES).default(''),
})

export const InstanceUpdate = z.object({
  auto_restart_policy: maybe(InstanceAutoRestartPolicy),
  boot_disk: maybe(NameOrId),
  memory: ByteCount,
  ncpus: InstanceCpuCount,
})

const at = { path: { instance: NameOrId }, query: inProject }

export const instance = {
  instance_list: list(Instance, byNameOrId, { first: { project: NameOrId } }),
  instance_create: { query: { project: NameOrId }, body: InstanceCreate, status: 201, answer: Instance },
  instance_view: { ...at, status: 200, answer: Instance },
  instance_update: { ...at, body: InstanceUpdate, status: 200, answer: Instance },
  instance_delete: { ...at, status: 204 },
  instance_reboot: { ...at, status: 202, answer: Instance },
  instance_start: { ...at, status: 202, answer: Instance },
  instance_stop: { ...at, status: 202, answer: Instance },
} satisfies Operations<'instance'>
