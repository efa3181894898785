// What the rack behind this API is made of and can do, for everybody who is signed in: pages say what it cannot do. An addition of ours.
import { z } from 'zod'
import { ARCHITECTURES } from './architecture-names.ts'
import type { Operations } from './define.ts'

/** What runs the machines: nothing real, or the hosts of libvirt. */
export const RackKind = z.enum(['simulated', 'libvirt'])

/** What connects them: nothing real, or OVN. */
export const NetworkKind = z.enum(['simulated', 'ovn'])

/** What the rack can do. Clients ask for this; the kinds are names to show. */
const capabilities = {
  /** Whether machines run what is in their image, instead of looking as if they did. */
  runs_images: z.boolean(),
  has_screens: z.boolean(),
  /** Whether guests can be reached by SSH. */
  accepts_ssh: z.boolean(),
  /** Whether disks can be attached to, detached from and grown in a machine that runs. */
  hot_plugs_disks: z.boolean(),
  /** Whether interfaces can be added to and removed from a machine that runs. */
  hot_plugs_interfaces: z.boolean(),
  /** Whether CDs can be inserted into and ejected from a machine that runs. */
  hot_plugs_cds: z.boolean(),
  /** Whether a machine keeps the network that the rack had when it started. */
  binds_networks_at_start: z.boolean(),
  /** Whether images can be virtual disks, which are converted. */
  converts_images: z.boolean(),
  /** Whether a new disk must fit into the free space of the host. */
  has_limited_space: z.boolean(),
  has_switches: z.boolean(),
  /** Whether sleds are in slots of a rack, which can be drawn. */
  has_slots: z.boolean(),
  /** Whether firewall rules, routes and external addresses take effect. */
  enforces_networks: z.boolean(),
  /** Whether external addresses have to be in an external network to be reached. */
  needs_external_networks: z.boolean(),
  /** Whether an address for outgoing traffic serves several VPCs. */
  shares_addresses: z.boolean(),
  /** Whether the network can say what it does with a packet. */
  traces_packets: z.boolean(),
}

export const Platform = z.object({
  /** The release of the control plane. */
  version: z.string(),
  machines: RackKind,
  network: NetworkKind,
  ...capabilities,
  /** Whether operators can add hosts, which run machines. */
  takes_hosts: z.boolean(),
  /** What images and disks can be made for to run here, those that are not emulated first. */
  architectures: z.array(z.enum(ARCHITECTURES)),
  /** Whether instances can move to another sled while they run. */
  migrates: z.boolean(),
  /** What backup targets can be. None if the host has no engine for backups. */
  backup_kinds: z.array(z.enum(['directory', 'sftp', 's3'])),
  /** Whether the host has a starter image to download, with an operating system. */
  has_starter_image: z.boolean(),
})

export const platform = {
  platform_view: { status: 200, answer: Platform },
  starter_image_download: { status: 200, raw: true },
} satisfies Operations<'platform'>
