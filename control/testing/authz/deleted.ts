// Authorization test cases for what was deleted. Those of every noun are tested in compute/deleted/deleted.spec.ts.
import type { deletedSettings as settings } from '#contract/deleted-settings.ts'
import type { deletedUsage as usage } from '#contract/deleted-usage.ts'
import type { deleted as operations } from '#contract/deleted.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject, onFleet, onSilo } from '../authz-rules.ts'
import type { Named, Prepared } from '../authz-world.ts'
import { inWeb, makeDisk } from './disk.ts'
import { atSilo } from './silo.ts'

async function makeDeleted(w: Prepared): Promise<Named> {
  const disk = await makeDisk(w)
  await w.owner.raw('DELETE', `/v1/disks/${disk.id}`)
  const listed = (await w.owner.raw('GET', '/rackwright/deleted?project=web')).body.items as Kept[]
  return listed.find(({ resource_id }) => resource_id === disk.id)!
}
type Kept = Named & { resource_id: string }

const at = ({ id }: Named) => ({ path: { id }, hidden: `deleted with id "${id}"` })

export const deleted: Cases<keyof typeof operations> = {
  deleted_list: row({ rule: inProject('viewer'), call: inWeb }),
  deleted_restore: row({
    rule: inProject('collaborator'),
    make: makeDeleted,
    call: (_, made) => ({ ...at(made), body: {} }),
  }),
  deleted_remove: row({ rule: inProject('collaborator'), make: makeDeleted, call: (_, made) => at(made) }),
}

let seconds = 3600

export const deletedSettings: Cases<keyof typeof settings> = {
  deleted_settings_view: row({ rule: onSilo.read, call: (w) => atSilo(w.silo) }),
  deleted_settings_update: row({
    rule: onSilo.administer,
    call: (w) => ({ ...atSilo(w.silo), body: { retention_seconds: ++seconds } }),
  }),
}

export const deletedUsage: Cases<keyof typeof usage> = {
  deleted_usage_view: row({ rule: onSilo.read, call: (w) => atSilo(w.silo) }),
  system_deleted_usage_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
}
