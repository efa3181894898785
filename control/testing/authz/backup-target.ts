// Authorization test cases for backup targets.
import type { backupTarget as operations } from '#contract/backup-target.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, onFleet, signedIn } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'

const targets = '/rackwright/system/backup-targets'
const bodyOf = (w: Prepared) => ({
  name: w.fresh('target'),
  description: '',
  place: { kind: 'directory', folder: 'tapes' },
})
export const makeTarget = (w: Prepared): Promise<Named> => must(w.operator, 'POST', targets, bodyOf(w))

export async function makeGiven(w: Prepared): Promise<Named> {
  const target = await makeTarget(w)
  await must(w.operator, 'POST', `${targets}/${target.id}/silos`, { silo: w.silo.id })
  return target
}

/** As after the first backup. */
async function makeUsed(w: Prepared): Promise<Named> {
  const target = await makeGiven(w)
  const time_made = w.world.host.clock.now().toISOString()
  await w.world.host.db.transaction((tx) =>
    tx.updateTable('backup_repository').set({ time_made }).where('target_id', '=', target.id).execute(),
  )
  return target
}

/** With a repository that another installation has made. */
async function makeForeign(w: Prepared): Promise<Named & { repository: string }> {
  const target = await makeTarget(w)
  const repository = w.world.host.random.uuid()
  const place = { kind: 'directory' as const, folder: 'tapes' }
  await w.world.host.backupEngine!.create({ place, id: repository, key: 'secret' })
  return { ...target, repository }
}

const at = (_: Prepared, { id }: Named) => ({ path: { target: id }, hidden: `backup-target with id "${id}"` })
const atSilo = (w: Prepared, target: Named) => {
  const { path, hidden } = at(w, target)
  return { path: { ...path, silo: w.silo.id }, hidden }
}

export const backupTarget: Cases<keyof typeof operations> = {
  backup_target_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  backup_target_create: row({ rule: onFleet('admin'), call: (w) => ({ body: bodyOf(w) }) }),
  backup_target_view: row({ rule: fleetThing('viewer'), make: makeTarget, call: at }),
  backup_target_update: row({
    rule: fleetThing('admin'),
    make: makeTarget,
    call: (w, target) => ({ ...at(w, target), body: { description: 'in the other building' } }),
  }),
  backup_target_delete: row({ rule: fleetThing('admin'), make: makeTarget, call: at }),
  backup_target_silo_list: row({ rule: fleetThing('viewer'), make: makeGiven, call: at }),
  backup_target_silo_add: row({
    rule: fleetThing('admin'),
    make: makeTarget,
    call: (w, target) => ({ ...at(w, target), body: { silo: w.silo.id } }),
  }),
  backup_target_silo_import: row({
    rule: fleetThing('admin'),
    make: makeForeign,
    call: (w, target) => ({
      ...at(w, target),
      body: { silo: w.silo.id, repository: target.repository, key: 'secret' },
    }),
  }),
  backup_target_silo_remove: row({ rule: fleetThing('admin'), make: makeGiven, call: atSilo }),
  backup_target_silo_verify: row({ rule: fleetThing('admin'), make: makeUsed, call: atSilo }),
  own_backup_target_list: row({ rule: signedIn, call: () => ({}) }),
}
