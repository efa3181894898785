// Authorization test cases for the status of a VPC's network.
import type { networkStatus as operations } from '#contract/network-status.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { defaultVpc } from './vpc.ts'

export const networkStatus: Cases<keyof typeof operations> = {
  network_status_view: row({
    rule: inProject('viewer'),
    make: defaultVpc,
    call: (_, made) => ({ path: { vpc: made.id }, hidden: `vpc with id "${made.id}"` }),
  }),
}
