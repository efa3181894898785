// Collects everything to sample at one moment: driver reports combined with rows of the database.
import { makeAskSleds } from '../compute/ask-sleds.ts'
import type { Host } from '../frame/context.ts'
import type { Troubles } from '../frame/troubles.ts'
import { measureComponent, measureMachine, type InstanceFacts, type Measurement, type SledFacts } from './measure.ts'

interface Facts {
  /** By id. After a restart, a machine may have moved or have other disks. */
  instances: Map<string, { since: number; facts: InstanceFacts }>
  /** Each sled's slot, by part and serial number. */
  slots: Map<string, number>
}

const LOAD_ROWS = 200

export function makeCollector(host: Host, troubles?: Troubles) {
  const facts: Facts = { instances: new Map(), slots: new Map() }
  const statisticsOf = ({ id }: SledFacts) => host.machines.statistics(id)
  const sensorsOf = ({ id, threads }: SledFacts) => host.hardware.sensors({ id, threads })
  const askStatistics = makeAskSleds(host, 'statistics', statisticsOf, troubles)
  const askSensors = makeAskSleds(host, 'sensors', sensorsOf, troubles)

  async function collect(isMinute: boolean): Promise<Measurement[]> {
    const sleds = await loadSleds(host, facts)
    const all = [...sleds.values()]
    const [statistics, sensors] = await Promise.all([askStatistics(all), askSensors(all)])
    const machines = [...statistics.values()].flat()
    const known = facts.instances
    const isNew = new Set(
      machines.filter(({ id, start_time }) => known.get(id)?.since !== start_time.getTime()).map(({ id }) => id),
    )
    const loaded = await loadInstances(host, [...isNew], sleds)
    const measured: Measurement[] = []
    const running = new Set<string>()
    for (const each of machines) {
      const facts = isNew.has(each.id) ? loaded.get(each.id) : known.get(each.id)!.facts
      // the machine is about to be removed: its instance is deleted or no longer placed
      if (!facts) continue
      running.add(each.id)
      known.set(each.id, { since: each.start_time.getTime(), facts })
      measured.push(...measureMachine(each, facts, { histograms: isMinute || isNew.has(each.id) }))
    }
    for (const id of known.keys()) if (!running.has(id)) known.delete(id)
    for (const [id, readings] of sensors)
      for (const reading of readings) measured.push(measureComponent(reading, sleds.get(id)!))
    return measured
  }

  /** Forgets what it knows about instances and sleds. */
  function reset() {
    facts.instances.clear()
    facts.slots.clear()
  }

  return { collect, reset }
}

type Sleds = ReadonlyMap<string, SledFacts>

const key = ({ part, serial }: { part: string; serial: string }) => `${part} ${serial}`

async function loadSleds({ db, hardware }: Host, { slots }: Facts): Promise<Sleds> {
  const rows = await db.read
    .selectFrom('sled')
    .select(['id', 'rack_id', 'serial', 'part', 'revision', 'usable_hardware_threads'])
    .where('state', '!=', 'decommissioned')
    .execute()
  if (rows.some((row) => !slots.has(key(row)))) {
    const { sleds } = await hardware.inventory()
    for (const each of sleds) slots.set(key(each), each.cubby)
    // an unplugged sled is still recorded
    for (const row of rows) if (!slots.has(key(row))) slots.set(key(row), 0)
  }
  return new Map(
    rows.map(({ usable_hardware_threads: threads, ...row }) => [
      row.id,
      { ...row, threads, slot: slots.get(key(row))! },
    ]),
  )
}

async function loadInstances({ db }: Host, ids: readonly string[], sleds: Sleds) {
  const found = new Map<string, InstanceFacts>()
  for (let at = 0; at < ids.length; at += LOAD_ROWS) {
    const some = ids.slice(at, at + LOAD_ROWS)
    const instances = await db.read
      .selectFrom('instance')
      .select(['id', 'project_id', 'silo_id', 'sled_id'])
      .where('id', 'in', some)
      .execute()
    const disks = await db.read
      .selectFrom('disk')
      .select(['id', 'instance_id', 'block_size'])
      .where('instance_id', 'in', some)
      .execute()
    for (const { sled_id, ...row } of instances) {
      const sled = sled_id === null ? undefined : sleds.get(sled_id)
      const own = disks.filter(({ instance_id }) => instance_id === row.id)
      const blockSizes = new Map(own.map(({ id, block_size }) => [id, block_size]))
      if (sled) found.set(row.id, { ...row, sled, blockSizes })
    }
  }
  return found
}
