// Authorization test cases for architectures. Those of every kind of resource are tested in compute/architecture.spec.ts.
import type { architecture as operations } from '#contract/architecture.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import type { Named } from '../authz-world.ts'
import { inWeb, makeDisk } from './disk.ts'

const at = ({ id }: Named) => ({ path: { kind: 'disk', resource: id }, hidden: `disk with id "${id}"` })

export const architecture: Cases<keyof typeof operations> = {
  architecture_list: row({ rule: inProject('viewer'), call: (w) => ({ ...inWeb(w), path: { kind: 'disk' } }) }),
  architecture_view: row({ rule: inProject('viewer'), make: makeDisk, call: (_, made) => at(made) }),
  architecture_update: row({
    rule: inProject('collaborator'),
    make: makeDisk,
    call: (_, made) => ({ ...at(made), body: { architecture: 'aarch64' } }),
  }),
}
