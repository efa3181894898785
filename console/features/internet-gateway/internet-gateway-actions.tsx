// What can be done to an internet gateway.
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'

export type Gateway = Model<'InternetGateway'>

export const deleteGatewayAction = ({ id, name }: Gateway, onDone?: () => unknown): Action =>
  deleteAction({
    kind: 'internet gateway',
    name,
    operation: 'internet_gateway_delete',
    params: { path: { gateway: id }, query: { cascade: true } },
    consequence:
      'Routes to the gateway are deleted too. Default routes cannot be created again. IP pools and addresses are detached and kept.',
    onDone,
  })
