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

/** The verbs are bounded in time, and reject with `refused` if nobody can tell. Messages have no secrets: operators see them. */
export interface Fence {
  /** The agents that are installed. */
  agents(): Promise<string[]>
  /** Whether the host has power, by a fresh look. */
  isOn(call: FenceCall): Promise<boolean>
  /** Ends the host. What that has done is for `isOn` to say. */
  off(call: FenceCall): Promise<void>
  /** Proves that it could end this host, which answers. Ends nothing. Absent if `isOn` is all that can be tried. */
  check?(call: FenceCall): Promise<void>
  /** Renews what would run out while the host is away. Absent if nothing does. */
  hold?(call: FenceCall): Promise<void>
  /** Lets the host take part again. Repeating it changes nothing. Once the signal has aborted, it has no effect any more. */
  release?(call: FenceCall, late: AbortSignal): Promise<void>
}

/** One agent by its own means, the others as before. */
export function withAgent(agent: string, own: Fence, others: Fence): Fence {
  const of = (call: FenceCall) => (call.agent === agent ? own : others)
  return {
    agents: async () => [...(await own.agents()), ...(await others.agents())],
    isOn: (call) => of(call).isOn(call),
    off: (call) => of(call).off(call),
    check: async (call) => of(call).check?.(call),
    hold: async (call) => of(call).hold?.(call),
    release: async (call, late) => of(call).release?.(call, late),
  }
}

/** What a fence by the storage asks of the hosts of the rack. `host` if one does not answer. */
export interface FencedHosts {
  sleds(): readonly string[]
  /** Its addresses. */
  addresses(sled_id: string): Promise<string[]>
  /** Its address towards another one. */
  addressTowards(sled_id: string, other: string): Promise<string>
}

const cannot = async () => {
  throw new DriverError('refused', 'the server has no fence agents')
}

export const noFence: Fence = { agents: async () => [], isOn: cannot, off: cannot }
