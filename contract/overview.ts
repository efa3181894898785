// The overview in one response: for members of a silo, and for operators across all silos. Additions of ours. Counts stop at
// MAX_COUNTED_INSTANCES and MAX_COUNTED_PER_ROW.
import { z } from 'zod'
import { byNameOrId, list, page, type Operations } from './define.ts'
import { InstanceState } from './instance.ts'
import { Issue } from './issue.ts'
import { NetworkKind, RackKind } from './platform.ts'
import { VirtualResourceCounts } from './utilization.ts'
import { maybe, timestamp, uint32, uuid } from './values.ts'

/** The instances of a project or silo. */
export const InstanceCounts = z.object({ id: uuid, instances: uint32, failed: uint32 })

const summary = {
  /** States without instances are left out. */
  instances: z.array(z.object({ state: InstanceState, count: uint32 })),
  usage: z.object({
    used: VirtualResourceCounts,
    quota: VirtualResourceCounts,
    /** Oldest first; the last is now. */
    /** Null where nothing was sampled, because the server was off. */
    trend: z.array(z.object({ time: timestamp, used: maybe(VirtualResourceCounts) })),
  }),
  attention: z.object({
    /** Counts all issues; only the first are listed. */
    count: uint32,
    items: z.array(Issue),
  }),
}

const rack = z.object({ kind: RackKind, network: NetworkKind })

/** Pages like the list of projects or silos and accepts its page tokens. */
const { query } = list(InstanceCounts, byNameOrId)

export const overview = {
  overview_view: { query, status: 200, answer: z.object({ ...summary, projects: page(InstanceCounts) }) },
  system_overview_view: { query, status: 200, answer: z.object({ ...summary, rack, silos: page(InstanceCounts) }) },
} satisfies Operations<'overview'>
