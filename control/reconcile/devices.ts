// Lets machines that run follow their rows: interfaces and CDs that come and go (compute/device-work.ts).
import type { Host } from '../frame/context.ts'
import { makeTroubles } from '../frame/troubles.ts'
import { workOnDevice } from '../compute/device-work.ts'
import type { Device } from '../compute/device.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 2_000
/** Devices of each kind in one pass. */
const MAX_DEVICES = 100

export function devicesLoop(host: Host, notify: () => void): Loop {
  const troubles = makeTroubles(host.clock)

  async function step(): Promise<void> {
    const waiting = await waitingDevices(host)
    troubles.keep((key) => waiting.some((device) => keyOf(device) === key))
    if (waiting.length === 0) return
    await Promise.all(
      waiting.map(async (device) => {
        const { problem } = await workOnDevice(host, device)
        if (problem === undefined) troubles.pass(keyOf(device))
        else troubles.fail(keyOf(device), problem)
      }),
    )
    notify()
  }

  return { name: 'devices', every: INTERVAL_MS, step, troubles }
}

const keyOf = ({ kind, id }: Device) => `${kind} ${id}`

async function waitingDevices({ db: { read } }: Host): Promise<Device[]> {
  const [interfaces, cds] = await Promise.all([
    read.selectFrom('network_interface').select('id').where('plug', 'is not', null).limit(MAX_DEVICES).execute(),
    read.selectFrom('instance_cd').select('instance_id').where('task', 'is not', null).limit(MAX_DEVICES).execute(),
  ])
  return [
    ...interfaces.map(({ id }) => ({ kind: 'interface' as const, id })),
    ...cds.map(({ instance_id }) => ({ kind: 'cd' as const, id: instance_id })),
  ]
}
