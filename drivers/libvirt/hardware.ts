// The hosts of libvirt as sleds. What a host does not have is absent: there are no switches, and nothing is simulated.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { ComponentReading, Hardware, HostDescription, SensorKind, SensorReading, SledFacts } from '../hardware.ts'
import type { HostAccess } from './access/host-access.ts'
import { thisMachine } from './access/local.ts'
import type { Virsh } from './virsh.ts'

/** Shorter than for a command: the inventory of a rack must not wait long for one host. */
const ANSWER_MS = 2000
/** The connection may have to be made first. */
const ANSWER_OVER_SSH_MS = 5000

export interface HostFacts {
  facts: SledFacts
  description: HostDescription
  virsh: Virsh
  place: { access: HostAccess }
  /** Where the kernel shows sensors. */
  sensors?: string | undefined
}

/** The hosts come and go. */
export function makeLibvirtHardware(hosts: () => readonly HostFacts[], clock: Clock): Hardware {
  const started = clock.now()
  /** By sled. Sensors are read as often as the inventory is taken, and asking libvirt for both would double its cost. */
  const lastProblems = new Map<string, string | undefined>()

  async function problemOf({ facts, virsh, place }: HostFacts): Promise<string | undefined> {
    const over = new AbortController()
    const late = clock.sleep(place.access === thisMachine ? ANSWER_MS : ANSWER_OVER_SSH_MS, over.signal).then(
      () => 'The host does not answer.',
      () => undefined,
    )
    const answer = virsh.run('uri').then(
      () => undefined,
      () => 'The host cannot be reached.',
    )
    const problem = await Promise.race([answer, late])
    over.abort()
    lastProblems.set(facts.id, problem)
    return problem
  }

  return {
    async inventory() {
      const sleds = hosts().map(async (host) => ({ ...host.facts, problem: await problemOf(host) }))
      return { sleds: await Promise.all(sleds), switches: [] }
    },
    /** Whoever answers is ready for machines. */
    async join({ part, serial }) {
      const host = hosts().find(({ facts }) => facts.part === part && facts.serial === serial)
      return host !== undefined && (await problemOf(host)) === undefined
    },
    describe: (sled_id) => hosts().find(({ facts }) => facts.id === sled_id)?.description,
    async sensors({ id }) {
      const host = hosts().find(({ facts }) => facts.id === id)
      const problem = host && (lastProblems.has(id) ? lastProblems.get(id) : await problemOf(host))
      if (!host || problem) throw new DriverError('host', problem ?? `there is no host for sled ${id}`)
      return host.sensors === undefined
        ? []
        : readSensors(host.place.access, host.sensors, { sled_id: id, start_time: started, time: clock.now() })
    },
  }
}

/** The kernel's names and units: thousandths, and millionths for power. */
const KINDS: Record<string, { kind: SensorKind; unit: number }> = {
  temp: { kind: 'temperature', unit: 1000 },
  fan: { kind: 'fan_speed', unit: 1 },
  in: { kind: 'voltage', unit: 1000 },
  curr: { kind: 'current', unit: 1000 },
  power: { kind: 'power', unit: 1e6 },
}

type Reading = Pick<ComponentReading, 'sled_id' | 'start_time' | 'time'>

const SENSORS_TIMEOUT_MS = 14_000
/** Prints a line for each file: its chip and name, a colon, and what is in it. */
const READ_CHIPS = 'cd "$1" 2>/dev/null && exec grep -s "" /dev/null */name */*_input */*_label; exit 0'

async function readSensors(access: HostAccess, folder: string, reading: Reading): Promise<ComponentReading[]> {
  const { output } = await access.run(['sh', '-c', READ_CHIPS, 'sh', folder], { timeoutMs: SENSORS_TIMEOUT_MS })
  const chips = new Map<string, Map<string, string>>()
  for (const [, chip = '', file = '', text = ''] of String(output).matchAll(/^([^/\n]+)\/([^:\n]+):(.*)$/gm)) {
    const files = chips.get(chip) ?? new Map<string, string>()
    chips.set(chip, files.set(file, text.trim()))
  }
  const names = [...chips.keys()].sort()
  return names.map((chip) => readChip(chip, chips.get(chip)!, reading)).filter(({ sensors }) => sensors.length > 0)
}

function readChip(chip: string, files: ReadonlyMap<string, string>, reading: Reading): ComponentReading {
  const text = (file: string) => files.get(file) ?? ''
  const sensors: SensorReading[] = []
  for (const name of [...files.keys()].sort()) {
    const [, letters = '', number = ''] = /^([a-z]+)(\d+)_input$/.exec(name) ?? []
    const { kind, unit } = KINDS[letters] ?? {}
    const value = Number.parseInt(text(name), 10)
    if (!kind || !unit || Number.isNaN(value)) continue
    // labels repeat within a chip
    const label = text(`${letters}${number}_label`)
    sensors.push({
      sensor: label ? `${label} (${letters}${number})` : `${letters}${number}`,
      kind,
      value: value / unit,
      errors: 0,
    })
  }
  const name = text('name') || chip
  return { ...reading, kind: name, id: chip, description: name, firmware: 'unknown', poll_errors: 0, sensors }
}
