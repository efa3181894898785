// What can be done to a router.
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'

export type Router = Model<'VpcRouter'>

export const routerActions = (
  at: { project: string; vpc: string },
  { id, name, kind }: Router,
  onDeleted?: () => unknown,
): Action[] => [
  { label: 'Edit', icon: 'edit', to: paths.routerEdit({ ...at, router: name }) },
  deleteAction({
    kind: 'router',
    name,
    operation: 'vpc_router_delete',
    params: { path: { router: id } },
    whyNot: kind === 'system' ? 'The system router cannot be deleted' : undefined,
    consequence: 'Its routes are deleted too. Subnets that use it are kept and fall back to the system router.',
    onDone: onDeleted,
  }),
]
