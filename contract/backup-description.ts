// What describes a backup at its target, for a restore in another installation. Whoever has the key of a repository can write it, so all
// of it is checked when it is read.
import { z } from 'zod'
import { InstanceAutoRestartPolicy, InstanceCpuCount } from './instance.ts'
import { GIB, MAX_DISK_GIB, MAX_DISKS, MAX_FIREWALL_RULES, MAX_INTERFACES, MAX_LABELS } from './limits.ts'
import { MAX_SSH_KEYS, MAX_SSH_KEY_LENGTH, MAX_USER_DATA_BYTES } from './limits.ts'
import { BlockSize, ByteCount, Hostname, Ipv4Net, Name, base64, description, uuid } from './values.ts'
import { VpcFirewallRuleUpdate } from './firewall-rule.ts'
import { LabelText } from './label.ts'

export const FORMAT = 1
export const MAX_DESCRIPTION_BYTES = 8 * 2 ** 20

const Disk = z
  .object({
    tag: z.string().regex(/^disk-[0-9a-f-]{36}$/),
    name: Name,
    size: ByteCount.min(1).max(MAX_DISK_GIB * GIB),
    block_size: BlockSize,
    is_boot: z.boolean(),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .refine(({ size, block_size }) => size % block_size === 0, 'a disk is not made of whole blocks')

const Interface = z.object({
  name: Name,
  vpc: Name,
  subnet: Name,
  ipv4_block: Ipv4Net.optional(),
  ip: z.string().max(100),
  mac: z.string().max(100),
  primary: z.boolean(),
})

const Instance = z.object({
  description,
  hostname: Hostname,
  ncpus: InstanceCpuCount,
  memory: ByteCount,
  user_data: base64(MAX_USER_DATA_BYTES),
  auto_restart_policy: InstanceAutoRestartPolicy.nullable(),
  labels: z.array(LabelText).max(MAX_LABELS),
  interfaces: z.array(Interface).max(MAX_INTERFACES),
  rules: z
    .array(z.object({ vpc: Name, name: Name, rule: VpcFirewallRuleUpdate.omit({ name: true }) }))
    .max(MAX_FIREWALL_RULES * MAX_INTERFACES),
  ssh_keys: z.array(z.object({ name: Name, public_key: z.string().max(MAX_SSH_KEY_LENGTH) })).max(MAX_SSH_KEYS),
})

const Backup = z.object({
  format: z.literal(FORMAT),
  id: uuid,
  time_created: z.iso.datetime(),
  project: Name,
  policy: Name,
  /** Absent in descriptions of versions before they were stored. */
  project_id: uuid.optional(),
  policy_id: uuid.optional(),
  resource_id: uuid.optional(),
  noun: z.enum(['instance', 'disk']),
  name: Name,
  instance: Instance.nullable(),
  // disks that are being attached are not counted when a run begins
  disks: z
    .array(Disk)
    .min(1)
    .max(2 * MAX_DISKS),
})

export type BackupDescription = z.infer<typeof Backup>

/** Undefined if it is none, or one of a later version. */
export function readDescription(bytes: Uint8Array): BackupDescription | undefined {
  try {
    return Backup.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data
  } catch {
    return undefined
  }
}
