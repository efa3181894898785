// Authorization test cases for moving instances and draining sleds.
import type { instanceMigration } from '#contract/instance-migration.ts'
import type { instancePlacement } from '#contract/instance-placement.ts'
import type { sledDrain } from '#contract/sled-drain.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, onFleet } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makeInstance, makeRunning } from './instance.ts'

/** Beside the one that the instances of these cases run on. */
async function addSled(w: Prepared, provision_policy: 'provisionable' | 'non_provisionable'): Promise<string> {
  const { db, random } = w.world.host
  const id = random.uuid()
  await db.transaction(async (tx) => {
    const first = await tx.selectFrom('sled').selectAll().orderBy('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('sled')
      .values({ ...first, id, serial: w.fresh('sled'), provision_policy })
      .execute()
  })
  return id
}

async function makeMovable(w: Prepared): Promise<Named> {
  await addSled(w, 'provisionable')
  return makeRunning(w)
}

async function makeMoving(w: Prepared): Promise<Named> {
  const made = await makeMovable(w)
  await must(w.operator, 'POST', `/rackwright/instances/${made.id}/migrate`, {})
  return made
}

const makeClosed = (w: Prepared) => addSled(w, 'non_provisionable')

async function makeDrained(w: Prepared): Promise<string> {
  const id = await makeClosed(w)
  await must(w.operator, 'POST', `/rackwright/sleds/${id}/drain`)
  return id
}

const at = (_: Prepared, { id }: Named) => ({ path: { instance: id } })
const atSled = (_: Prepared, id: string) => ({ path: { sled_id: id }, hidden: `sled with id "${id}"` })

export const migration: Cases<
  keyof typeof instanceMigration | keyof typeof instancePlacement | keyof typeof sledDrain
> = {
  instance_placement_view: row({ rule: onFleet('viewer'), make: makeInstance, call: at }),
  instance_migrate: row({
    rule: onFleet('admin'),
    make: makeMovable,
    call: (w, made) => ({ ...at(w, made), body: {} }),
  }),
  instance_migration_view: row({ rule: onFleet('viewer'), make: makeMoving, call: at }),
  instance_migration_cancel: row({ rule: onFleet('admin'), make: makeMoving, call: at }),
  sled_drain_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  sled_drain_plan_view: row({ rule: fleetThing('viewer'), make: makeClosed, call: atSled }),
  sled_drain_view: row({ rule: fleetThing('viewer'), make: makeDrained, call: atSled }),
  sled_drain_start: row({ rule: fleetThing('admin'), make: makeClosed, call: atSled }),
  sled_drain_stop: row({ rule: fleetThing('admin'), make: makeDrained, call: atSled }),
}
