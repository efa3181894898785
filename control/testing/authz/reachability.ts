// Authorization test cases for the reachability check.
import type { reachability as operations } from '#contract/reachability.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { makeInstance } from './instance.ts'

export const reachability: Cases<keyof typeof operations> = {
  reachability_view: row({
    rule: inProject('viewer'),
    make: makeInstance,
    call: (w, made) => ({
      query: { project: w.project.name, destination_instance: made.id, protocol: 'TCP', port: '22' },
      hidden: `project with name "${w.project.name}"`,
    }),
  }),
}
