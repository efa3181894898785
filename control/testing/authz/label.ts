// Authorization test cases for labels. Those of every kind of resource are tested in compute/label.spec.ts.
import type { label as operations } from '#contract/label.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import type { Named } from '../authz-world.ts'
import { inWeb, makeDisk } from './disk.ts'

const at = ({ id }: Named) => ({ path: { kind: 'disk', resource: id }, hidden: `disk with id "${id}"` })

export const label: Cases<keyof typeof operations> = {
  label_list: row({ rule: inProject('viewer'), call: (w) => ({ ...inWeb(w), path: { kind: 'disk' } }) }),
  label_view: row({ rule: inProject('viewer'), make: makeDisk, call: (_, made) => at(made) }),
  label_update: row({
    rule: inProject('collaborator'),
    make: makeDisk,
    call: (_, made) => ({ ...at(made), body: { labels: ['prod'] } }),
  }),
}
