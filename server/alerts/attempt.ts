// What an attempt to send can reach, and for how long.
import type { Reach } from '../outgoing/reach.ts'

export interface Attempt {
  reach: Reach
  /** Certificate authorities to trust instead of the usual ones. */
  ca: string | undefined
  signal: AbortSignal
}
