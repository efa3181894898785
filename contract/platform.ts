// What the rack behind this API is made of, for everybody who is signed in: pages say what it cannot do. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'

/** What runs the machines: nothing real, or the hosts of libvirt. */
export const RackKind = z.enum(['simulated', 'libvirt'])

/** What connects them: nothing real, or OVN. */
export const NetworkKind = z.enum(['simulated', 'ovn'])

export const Platform = z.object({
  /** The release of the control plane. */
  version: z.string(),
  machines: RackKind,
  network: NetworkKind,
  /** Whether firewall rules, routes and external addresses take effect. */
  enforces_networks: z.boolean(),
  /** Whether the host has a starter image to download, with an operating system. */
  has_starter_image: z.boolean(),
})

export const platform = {
  platform_view: { status: 200, answer: Platform },
  starter_image_download: { status: 200, raw: true },
} satisfies Operations<'platform'>
