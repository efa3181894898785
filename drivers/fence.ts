// Ends a host that does not answer, so that what it runs can start elsewhere. An agent of the operator does it, by the host's power supply
// or management controller. A fence of another kind, such as one by the storage, is another implementation of this.
import { DriverError } from './driver-error.ts'

export interface FenceCall {
  sled_id: string
  /** The name of the program: `fence_ipmilan`. */
  agent: string
  /** What it reads, including secrets: `ip=10.0.0.1`. */
  options: readonly string[]
}

/** Both verbs are bounded in time, and reject with `refused` if nobody can tell. Messages have no secrets: operators see them. */
export interface Fence {
  /** The agents that are installed. */
  agents(): Promise<string[]>
  /** Whether the host has power, by a fresh look. */
  isOn(call: FenceCall): Promise<boolean>
  /** Ends the host. What that has done is for `isOn` to say. */
  off(call: FenceCall): Promise<void>
}

const cannot = async () => {
  throw new DriverError('refused', 'the server has no fence agents')
}

export const noFence: Fence = { agents: async () => [], isOn: cannot, off: cannot }
