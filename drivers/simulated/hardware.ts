// A rack made up of numbers: the same sleds, disks and switches on every start, so that a restart finds its own again.
import type { Clock } from '../machines.ts'
import type { Baseboard, DiskFacts, Hardware, Inventory, SledFacts } from '../hardware.ts'

/** Part numbers of simulated hardware start with this. */
const SIMULATED = 'SIM-'
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
  /** The machine that the server runs on, where there is one. */
  host?: SledFacts | undefined
}

export function makeSimulatedHardware(options: SimulatedHardwareOptions): Hardware {
  const { clock, sleds, spares = 2, host } = options
  const asked = new Map<string, number>()
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
    inventory: async () => inventory,

    async join({ part, serial }) {
      const key = `${serial} ${part}`
      const now = clock.now().getTime()
      if (!asked.has(key)) asked.set(key, now)
      return now - asked.get(key)! >= JOIN_MS
    },
  }
}

const number = (n: number) => String(n + 1).padStart(4, '0')
const baseboard = (part: string, serial: string): Baseboard => ({ part: `${SIMULATED}${part}`, serial, revision: 1 })

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
    usable_hardware_threads: threads,
    usable_physical_ram: ram,
    cubby,
    role,
    disks: Array.from({ length: disksPerSled }, (_, n) => disk(n)),
  }
}
