// Authorization test cases for racks, sleds, switches and physical disks.
import type { physicalDisk } from '#contract/physical-disk.ts'
import type { rack } from '#contract/rack.ts'
import type { sled } from '#contract/sled.ts'
import type { switch as switches } from '#contract/switch.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, onFleet } from '../authz-rules.ts'
import type { Prepared } from '../authz-world.ts'

const firstOf = (table: 'rack' | 'sled' | 'switch' | 'physical_disk') => async (w: Prepared) =>
  (await w.world.host.db.read.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id

const at = (param: string, label: string) => (_: Prepared, id: string) => ({
  path: { [param]: id },
  hidden: `${label} with id "${id}"`,
})
const atSled = at('sled_id', 'sled')

async function makeSpare({ world, fresh }: Prepared) {
  const { host } = world
  const serial = fresh('spare')
  const rack = await host.db.read.selectFrom('rack').select('id').executeTakeFirstOrThrow()
  const size = { revision: 1, cubby: 9, usable_hardware_threads: 1, usable_physical_ram: 1, plugged_disks: [] }
  const spare = {
    part: 'SIM-SLED',
    serial,
    rack_id: rack.id,
    hardware_id: host.random.uuid(),
    ...size,
    time_created: host.clock.now().toISOString(),
  }
  await host.db.transaction((tx) => tx.insertInto('uninitialized_sled').values(spare).execute())
  return { part: spare.part, serial }
}

export const hardware: Cases<
  keyof typeof rack | keyof typeof sled | keyof typeof switches | keyof typeof physicalDisk
> = {
  rack_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  rack_view: row({ rule: fleetThing('viewer'), make: firstOf('rack'), call: at('rack_id', 'rack') }),
  sled_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  sled_list_uninitialized: row({ rule: onFleet('viewer'), call: () => ({}) }),
  sled_add: row({ rule: onFleet('admin'), make: makeSpare, call: (_, body) => ({ body }) }),
  sled_view: row({ rule: fleetThing('viewer'), make: firstOf('sled'), call: atSled }),
  sled_instance_list: row({ rule: fleetThing('viewer'), make: firstOf('sled'), call: atSled }),
  sled_physical_disk_list: row({ rule: fleetThing('viewer'), make: firstOf('sled'), call: atSled }),
  sled_set_provision_policy: row({
    rule: fleetThing('admin'),
    make: firstOf('sled'),
    call: (w, id) => ({ ...atSled(w, id), body: { state: 'provisionable' } }),
  }),
  physical_disk_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  physical_disk_view: row({
    rule: fleetThing('viewer'),
    make: firstOf('physical_disk'),
    call: at('disk_id', 'physical-disk'),
  }),
  switch_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  switch_view: row({ rule: fleetThing('viewer'), make: firstOf('switch'), call: at('switch_id', 'switch') }),
}
