// What an attempt to send may reach, and for how long.
import type { IsRefused } from '../address-check.ts'

export interface Reach {
  isRefused: IsRefused
  /** Certificate authorities to trust instead of the usual ones. */
  ca: string | undefined
  signal: AbortSignal
}
