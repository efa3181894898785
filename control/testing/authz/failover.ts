// Authorization test cases for failover, fence agents and the importance of instances.
import type { failover as operations } from '#contract/failover.ts'
import type { fence } from '#contract/fence.ts'
import type { instanceImportance } from '#contract/instance-importance.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, inProject, onFleet } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makeInstance } from './instance.ts'

const FENCE = { agent: 'fence_simulated', options: ['ip=10.0.0.1'], secrets: ['password=secret'] }

/** A sled of its own, so that nothing else is placed there. */
async function makeSled(w: Prepared, time_unreachable: string | null = null): Promise<string> {
  const { db, random } = w.world.host
  const id = random.uuid()
  await db.transaction(async (tx) => {
    const first = await tx.selectFrom('sled').selectAll().orderBy('id').executeTakeFirstOrThrow()
    const closed = { provision_policy: 'non_provisionable' as const, time_unreachable }
    await tx
      .insertInto('sled')
      .values({ ...first, id, serial: w.fresh('sled'), ...closed })
      .execute()
  })
  return id
}

const makeSilent = (w: Prepared) => makeSled(w, '2026-01-01T00:00:00.000Z')

async function makeFenced(w: Prepared): Promise<string> {
  const id = await makeSled(w)
  await must(w.operator, 'PUT', `/rackwright/sleds/${id}/fence`, FENCE)
  return id
}

const atSled = (_: Prepared, id: string) => ({ path: { sled_id: id }, hidden: `sled with id "${id}"` })
const atInstance = (_: Prepared, { id }: Named) => ({ path: { instance: id }, hidden: `instance with id "${id}"` })

export const failover: Cases<keyof typeof operations | keyof typeof fence | keyof typeof instanceImportance> = {
  failover_settings_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  failover_settings_update: row({
    rule: onFleet('admin'),
    call: () => ({ body: { enabled: false, wait_seconds: 300 } }),
  }),
  sled_failover_view: row({ rule: fleetThing('viewer'), make: (w) => makeSled(w), call: atSled }),
  sled_confirm_off: row({ rule: fleetThing('admin'), make: makeSilent, call: atSled }),
  fence_agent_list: row({ rule: onFleet('admin'), call: () => ({}) }),
  sled_fence_view: row({ rule: fleetThing('admin'), make: (w) => makeSled(w), call: atSled }),
  sled_fence_set: row({
    rule: fleetThing('admin'),
    make: (w) => makeSled(w),
    call: (w, id) => ({ ...atSled(w, id), body: FENCE }),
  }),
  sled_fence_delete: row({ rule: fleetThing('admin'), make: makeFenced, call: atSled }),
  sled_fence_test: row({ rule: fleetThing('admin'), make: makeFenced, call: atSled }),
  instance_importance_view: row({ rule: inProject('viewer'), make: makeInstance, call: atInstance }),
  instance_importance_update: row({
    rule: inProject('collaborator'),
    make: makeInstance,
    call: (w, made) => ({ ...atInstance(w, made), body: { importance: 'high' } }),
  }),
}
