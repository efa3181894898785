// How the host of a sled is ended for certain when it does not answer: by a fence agent of the operator. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { MAX_FENCE_OPTIONS } from './limits.ts'
import { maybe, timestamp, upTo, uuid } from './values.ts'

const agent = z.string().regex(/^fence_[a-z0-9_]{1,50}$/, 'expected the name of a fence agent, such as fence_ipmilan')
/** An agent reads one option per line. The action is chosen by the server. */
const option = z
  .string()
  .max(1000)
  .regex(/^(?!action=)[a-z][a-z0-9_-]{0,49}=[^\n\r\0]*$/, 'expected an option of the agent, such as ip=10.0.0.1')
const options = upTo(MAX_FENCE_OPTIONS, option)

export const SledFence = z.object({
  sled_id: uuid,
  agent: z.string(),
  /** As the agent reads them: `ip=10.0.0.1`. */
  options: z.array(z.string()),
  /** The names of the secret options. Their values are never shown. */
  secret_names: z.array(z.string()),
  /** When the agent last said that the host is on. Null if it has not been tested since it was changed. */
  time_tested: maybe(timestamp),
  /** Why the last test failed. */
  test_problem: maybe(z.string()),
  time_modified: timestamp,
})

export const SledFenceSet = z.object({
  agent,
  options,
  /** Null keeps those that it has. */
  secrets: maybe(options),
})

const at = { path: { sled_id: uuid } }

export const fence = {
  /** The fence agents that are installed on the server. */
  fence_agent_list: { status: 200, answer: z.object({ items: z.array(z.string()) }) },
  /** Null if the sled has none. */
  sled_fence_view: { ...at, status: 200, answer: z.object({ fence: maybe(SledFence) }) },
  sled_fence_set: { ...at, body: SledFenceSet, status: 200, answer: SledFence },
  sled_fence_delete: { ...at, status: 204 },
  /** Asks the agent whether the host is on. Ends nothing. */
  sled_fence_test: { ...at, status: 200, answer: SledFence },
} satisfies Operations<'fence'>
