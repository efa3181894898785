// Authorization test cases for snapshots.
import type { snapshot as operations } from '#contract/snapshot.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { inWeb, makeDisk } from './disk.ts'

const body = (w: Prepared, disk: Named) => ({ name: w.fresh('snapshot'), description: '', disk: disk.id })
export const makeSnapshot = async (w: Prepared) =>
  must(w.owner, 'POST', '/v1/snapshots?project=web', body(w, await makeDisk(w)))
const at = ({ id }: Named) => ({ path: { snapshot: id }, hidden: `snapshot with id "${id}"` })

export const snapshot: Cases<keyof typeof operations> = {
  snapshot_list: row({ rule: inProject('viewer'), call: inWeb }),
  snapshot_create: row({
    rule: inProject('collaborator'),
    make: makeDisk,
    call: (w, disk) => ({ ...inWeb(w), body: body(w, disk) }),
  }),
  snapshot_view: row({ rule: inProject('viewer'), make: makeSnapshot, call: (_, made) => at(made) }),
  snapshot_delete: row({ rule: inProject('collaborator'), make: makeSnapshot, call: (_, made) => at(made) }),
}
