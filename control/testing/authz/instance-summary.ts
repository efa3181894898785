// Authorization test cases for instance summaries.
import type { instanceSummary as operations } from '#contract/instance-summary.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'

export const instanceSummary: Cases<keyof typeof operations> = {
  instance_summary_list: row({
    rule: inProject('viewer'),
    call: (w) => ({ query: { project: w.project.name }, hidden: `project with name "${w.project.name}"` }),
  }),
}
