// The network that VPCs are on: its hosts and databases. An addition of ours, for operators.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { NetworkKind } from './platform.ts'
import { maybe } from './values.ts'

export const NetworkPart = z.object({
  kind: z.enum(['host', 'database']),
  name: z.string(),
  /** `lagging` has not confirmed a change for longer than a moment. */
  state: z.enum(['up', 'lagging', 'down']),
  /** Null for hosts other than that of this server: the network does not know their versions. */
  version: maybe(z.string()),
  /** Where other hosts reach it. */
  address: maybe(z.string()),
})

export const SystemNetwork = z.object({
  network: NetworkKind,
  /** Empty for simulated networks. */
  parts: z.array(NetworkPart),
})

export const systemNetwork = {
  system_network_view: { status: 200, answer: SystemNetwork },
} satisfies Operations<'system_network'>
