// Lets machines that run follow what the rows say about their interfaces and CDs. A row says what is wanted, so it goes on after a
// crash. Each device is worked on once at a time, by a request that waits for it or by the loop.
import type { Host } from '../frame/context.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { napping } from '../frame/ports/clock.ts'
import { problemOf } from '../frame/troubles.ts'
import { followCd } from './cd-work.ts'
import type { Device, DeviceOutcome } from './device.ts'
import { followInterface } from './interface-work.ts'

/** How long a response waits for the machine. */
const MAX_WAIT_MS = 10_000

const underWay = new WeakMap<Host, Map<string, Promise<DeviceOutcome>>>()

export function workOnDevice(host: Host, { kind, id }: Device): Promise<DeviceOutcome> {
  const all = underWay.get(host) ?? new Map<string, Promise<DeviceOutcome>>()
  underWay.set(host, all)
  const key = `${kind} ${id}`
  const known = all.get(key)
  if (known) return known
  const work = (kind === 'interface' ? followInterface(host, id) : followCd(host, id))
    .catch((error: unknown): DeviceOutcome => {
      const code = driverErrorOf(error)
      // the machine starts or ends, or its guest has not let go
      if (code === 'wrong_state' || code === 'unknown_machine' || code === 'busy') return { isWaiting: true }
      return { problem: problemOf(error) }
    })
    .finally(() => all.delete(key))
  all.set(key, work)
  return work
}

/** For handlers that prefer to return the finished device. Call it outside a transaction. Undefined if it takes longer. */
export async function settleDevice(host: Host, device: Device): Promise<DeviceOutcome | undefined> {
  const nap = new AbortController()
  const late = napping(host.clock, MAX_WAIT_MS, nap.signal).then(() => undefined)
  const outcome = await Promise.race([workOnDevice(host, device), late])
  nap.abort()
  return outcome
}
