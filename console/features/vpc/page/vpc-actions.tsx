// What can be done to a VPC.
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../../action/action.tsx'
import { paths } from '../../../paths.ts'

export type Vpc = Model<'Vpc'>

interface VpcActions {
  project: string
  /** undefined while unknown; the server decides then */
  subnets?: number | undefined
  onDeleted?: () => unknown
}

const whyNotDelete = (subnets = 0): string | undefined =>
  subnets > 0 ? `The VPC has ${subnets === 1 ? 'a subnet' : `${subnets} subnets`}. Delete subnets first.` : undefined

export const vpcActions = ({ id, name }: Vpc, { project, subnets, onDeleted }: VpcActions): Action[] => [
  { label: 'Edit', icon: 'edit', to: paths.vpcEdit({ project, vpc: name }) },
  deleteAction({
    kind: 'VPC',
    name,
    operation: 'vpc_delete',
    params: { path: { vpc: name }, query: { project } },
    whyNot: whyNotDelete(subnets),
    consequence: 'Its firewall rules, routers and internet gateways are deleted too.',
    kept: { id, from: { project } },
    onDone: onDeleted,
  }),
]
