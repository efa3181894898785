// Sensors of simulated sleds: a sled with more work runs hotter, draws more power and turns its fans faster.
import { between } from './seeded-random.ts'
import type { ComponentReading, SensorKind, SensorReading } from '../hardware.ts'
import type { SimulatedMachine } from './machine.ts'
import type { Lifetime } from './statistics.ts'

const IDLE_WATTS = 180
const WATTS_PER_THREAD = 4
const INPUT_VOLTS = 54
const CORE_VOLTS = 1.05
/** Reading every machine's load for every sled at every tick would be the dearest part of sampling. */
const LOAD_KEPT_MS = 15_000

interface Sled {
  id: string
  threads: number
}

const loads = new WeakMap<SimulatedMachine, { time: number; load: number }>()

function loadOf(machine: SimulatedMachine, now: number): number {
  const known = loads.get(machine)
  if (known && now >= known.time && now - known.time < LOAD_KEPT_MS) return known.load
  const load = machine.load(now)
  loads.set(machine, { time: now, load })
  return load
}

/** `machines` are those of the sled. */
export function readSensors(sled: Sled, machines: readonly SimulatedMachine[], life: Lifetime): ComponentReading[] {
  const busy = machines.reduce((sum, machine) => sum + loadOf(machine, life.now), 0)
  return sensorsOf(sled, Math.min(sled.threads, busy), life)
}

const reading = (sensor: string, kind: SensorKind, value: number): SensorReading => ({
  sensor,
  kind,
  value: Math.round(value * 1000) / 1000,
  errors: 0,
})

/** `busy` is in vCPUs' worth of work. */
export function sensorsOf({ id, threads }: Sled, busy: number, { started, now }: Lifetime): ComponentReading[] {
  const seed = [...id].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0, 7)
  const share = busy / Math.max(1, threads)
  /** A little noise, the same for the same moment. */
  const noise = (label: string, size: number) => between(seed, `${label}/${Math.floor(now / 5000)}`, -size, size)
  const watts = IDLE_WATTS + busy * WATTS_PER_THREAD + noise('power', 3)
  const inlet = between(seed, 'inlet', 21, 25) + noise('inlet', 0.2)
  const cpu = inlet + 14 + 45 * share + noise('cpu', 0.8)
  const input = INPUT_VOLTS + noise('volts', 0.15)
  const fan = (index: number) =>
    2600 + 6000 * share + between(seed, `fan/${index}`, -60, 60) + noise(`fan/${index}`, 25)
  const component = (kind: string, name: string, description: string, sensors: SensorReading[]): ComponentReading => ({
    sled_id: id,
    kind,
    id: name,
    description,
    firmware: 'simulated',
    start_time: new Date(started),
    time: new Date(now),
    poll_errors: 0,
    sensors,
  })
  const core = (watts - 120) * 0.6
  return [
    component('sbtsi', 'cpu', 'CPU', [reading('CPU', 'temperature', cpu), reading('Tctl', 'amd_cpu_tctl', cpu + 5)]),
    component('raa229618', 'V0P96', 'CPU core power rail', [
      reading('V0P96', 'voltage', CORE_VOLTS + noise('core', 0.01)),
      reading('V0P96', 'current', core / CORE_VOLTS),
      reading('V0P96', 'power', core),
    ]),
    component('adm1272', 'hotswap', 'Power input', [
      reading('V54', 'input_voltage', input),
      reading('V54', 'input_current', watts / input),
      reading('V54', 'power', watts),
    ]),
    component(
      'max31790',
      'fans',
      'Fans',
      [0, 1, 2].map((index) => reading(`Fan ${index}`, 'fan_speed', fan(index))),
    ),
    component('tmp117', 'air', 'Air temperature', [
      reading('Inlet', 'temperature', inlet),
      reading('Outlet', 'temperature', inlet + 6 + 14 * share),
    ]),
  ]
}
