// The last output of each run of an instance, even after it stopped or failed. An addition of ours: the published history is
// available only while the machine runs.
import { z } from 'zod'
import { inProject, numeric, type Operations } from './define.ts'
import { NameOrId, maybe, timestamp, uint32, uint64 } from './values.ts'

/** A run lasts from a start until the machine ends, including reboots. */
export const ConsoleRun = z.object({
  /** Counts the starts of the instance. */
  generation: uint32,
  time_started: timestamp,
  /** Null while it is running. */
  time_ended: maybe(timestamp),
  end_state: maybe(z.enum(['stopped', 'failed'])),
  /** Why it failed. */
  end_reason: maybe(z.string()),
  /** Offset of the first byte that is kept, counted from the start of the run. */
  first_byte: uint64,
  /** Offset just after the last byte that is kept. */
  end_byte: uint64,
})

const path = { instance: NameOrId }

export const consoleRun = {
  /** Newest first. Few are kept, so there are no pages. */
  console_run_list: { path, query: inProject, status: 200, answer: z.object({ items: z.array(ConsoleRun) }) },
  console_run_view: {
    path: { ...path, generation: numeric(uint32) },
    query: inProject,
    status: 200,
    answer: ConsoleRun.extend({ data: z.string().meta({ description: 'base64' }) }),
  },
} satisfies Operations<'console_run'>
