// Authorization test cases for the network map.
import type { networkMap as operations } from '#contract/network-map.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'

export const networkMap: Cases<keyof typeof operations> = {
  network_map_view: row({
    rule: inProject('viewer'),
    call: (w) => ({ query: { project: w.project.name }, hidden: `project with name "${w.project.name}"` }),
  }),
}
