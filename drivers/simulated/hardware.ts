// The hardware of a simulated rack: the same sleds, disks and switches on every start.
import type { Clock } from '../clock.ts'
import type { SimulatedHosts } from './hosts.ts'
import type { SimulatedMachine } from './machine.ts'
import { readSensors } from './sensors.ts'
import type { Baseboard, DiskFacts, Hardware, Inventory, SledFacts } from '../hardware.ts'

/** Part numbers of simulated hardware start with this. */
const SIMULATED = 'SIM-'
/** Sleds that are plugged in and wait to be added. */
export const SPARES = 2
const GIB = 2 ** 30
const JOIN_MS = 3000

export interface SimulatedHardwareOptions {
  clock: Clock
  /** In service from the start. */
  sleds: number
  /** Plugged in and waiting to be added. */
  spares?: number
  disksPerSled?: number
  threads?: number
  ram?: number
  /** The machine that the server runs on, where there is one. It is shown, but no simulated machines run on it. */
  host?: SledFacts | undefined
  /** The machines whose load the sensors reflect. */
  machinesOn: (sled_id: string) => Promise<readonly SimulatedMachine[]>
  hosts: SimulatedHosts
}

export function makeSimulatedHardware(options: SimulatedHardwareOptions): Hardware {
  const { clock, sleds, spares = SPARES, host, machinesOn, hosts } = options
  const started = clock.now().getTime()
  const requested = new Map<string, number>()
  const inventory: Inventory = {
    sleds: [
      ...(host ? [host] : []),
      ...Array.from({ length: sleds + spares }, (_, n) => sledAt(n, n < sleds ? 'member' : 'spare', options)),
    ],
    switches: (['switch0', 'switch1'] as const).map((location, n) => ({
      location,
      ...baseboard('SWITCH', `SIMSW${number(n)}`),
    })),
  }

  return {
    async inventory() {
      return { ...inventory, sleds: inventory.sleds.map((sled) => ({ ...sled, problem: hosts.problem(sled.id) })) }
    },

    async join({ part, serial }) {
      const key = `${serial} ${part}`
      const now = clock.now().getTime()
      if (!requested.has(key)) requested.set(key, now)
      return now - requested.get(key)! >= JOIN_MS
    },

    describe: () => undefined,

    async sensors(sled) {
      await hosts.reach(sled.id)
      if (sled.id === host?.id) return []
      return readSensors(sled, await machinesOn(sled.id), { started, now: clock.now().getTime() })
    },
  }
}

const number = (n: number) => String(n + 1).padStart(4, '0')
const baseboard = (part: string, serial: string): Baseboard => ({ part: `${SIMULATED}${part}`, serial, revision: 1 })

/** How many sleds a rack has that has this one, which is none of ours if that is 0. */
export function sledsUpTo({ part, serial }: Pick<Baseboard, 'part' | 'serial'>): number {
  const number = part === `${SIMULATED}SLED` ? /^SIM(\d{4,})$/.exec(serial)?.[1] : undefined
  return Number(number ?? 0)
}

function sledAt(cubby: number, role: SledFacts['role'], options: SimulatedHardwareOptions): SledFacts {
  const { disksPerSled = 10, threads = 128, ram = 1024 * GIB } = options
  const serial = `SIM${number(cubby)}`
  const disk = (n: number): DiskFacts => ({
    vendor: 'SIM',
    model: 'SIM-NVME-3200',
    serial: `${serial}-D${String(n).padStart(2, '0')}`,
    form_factor: 'u2',
  })
  return {
    ...baseboard('SLED', serial),
    id: `51ed0000-0000-4000-8000-${String(cubby).padStart(12, '0')}`,
    usable_hardware_threads: threads,
    usable_physical_ram: ram,
    cubby,
    runs_machines: true,
    role,
    disks: Array.from({ length: disksPerSled }, (_, n) => disk(n)),
  }
}
