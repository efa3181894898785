// What can be done to a VPC.
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'

export type Vpc = Model<'Vpc'>

export const vpcActions = (project: string, { name }: Vpc, onDeleted?: () => unknown): Action[] => [
  { label: 'Edit', icon: 'edit', to: paths.vpcEdit({ project, vpc: name }) },
  deleteAction({
    kind: 'VPC',
    name,
    operation: 'vpc_delete',
    params: { path: { vpc: name }, query: { project } },
    consequence:
      'Its firewall rules, routers and internet gateways are deleted too. A VPC with subnets cannot be deleted.',
    onDone: onDeleted,
  }),
]
