// A network that carries no traffic: it records what it was given and confirms at once.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import { ANSWER_TIMEOUT_MS, type Network, type VpcNetwork, type VpcNetworkState } from '../network.ts'

/** Where the networks are kept. In the database, every replica has the same. */
export interface NetworkStore {
  find(vpc_id: string): Promise<VpcNetwork | undefined>
  list(): Promise<VpcNetworkState[]>
  /** Unless a newer generation is there. */
  put(vpc: VpcNetwork): Promise<void>
  remove(vpc_id: string): Promise<void>
}

export function makeMemoryNetworkStore(): NetworkStore {
  const vpcs = new Map<string, VpcNetwork>()
  return {
    find: async (vpc_id) => vpcs.get(vpc_id),
    list: async () => [...vpcs.values()].map(({ id, generation }) => ({ vpc_id: id, generation })),
    async put(vpc) {
      if ((vpcs.get(vpc.id)?.generation ?? 0) <= vpc.generation) vpcs.set(vpc.id, vpc)
    },
    remove: async (vpc_id) => void vpcs.delete(vpc_id),
  }
}

/** How a test makes the network fail, or confirm late. */
export type NetworkCondition = 'up' | 'unreachable' | 'hung' | { confirmsAfterMs: number }

export interface SimulatedNetwork extends Network {
  /** What it was given last. */
  find(vpc_id: string): Promise<VpcNetwork | undefined>
  setCondition(condition: NetworkCondition): void
}

interface SimulatedNetworkOptions {
  clock: Clock
  store?: NetworkStore | undefined
}

export function makeSimulatedNetwork({
  clock,
  store = makeMemoryNetworkStore(),
}: SimulatedNetworkOptions): SimulatedNetwork {
  const listeners = new Set<() => void>()
  let condition: NetworkCondition = 'up'

  async function reach(): Promise<void> {
    if (condition === 'hung') {
      await clock.sleep(ANSWER_TIMEOUT_MS)
      throw new DriverError('host', 'the network does not answer')
    }
    if (condition === 'unreachable') throw new DriverError('host', 'the network cannot be reached')
  }

  return {
    async apply(vpc) {
      await reach()
      if (typeof condition === 'object') await clock.sleep(condition.confirmsAfterMs)
      await store.put(vpc)
    },
    async remove(vpc_id) {
      await reach()
      await store.remove(vpc_id)
    },
    async list() {
      await reach()
      return store.list()
    },
    hostsBehind: async () => [],
    trace: async () => undefined,
    parts: async () => [],
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => listeners.clear(),
    find: store.find,
    setCondition(next) {
      const isBack = condition !== 'up' && next === 'up'
      condition = next
      if (isBack) for (const listener of listeners) listener()
    },
  }
}
