// Authorization test cases for the activity of a project. activity.spec.ts tests the silo.
import type { activity as operations } from '#contract/activity.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'

export const activity: Cases<keyof typeof operations> = {
  activity_list: row({
    rule: inProject('viewer'),
    call: (w) => ({ query: { project: w.project.name }, hidden: `project with name "${w.project.name}"` }),
  }),
}
