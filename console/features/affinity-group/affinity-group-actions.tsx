// What can be done to a group and to its members.
import { copyIdAction, deleteAction, type Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { paths } from '../../paths.ts'
import type { Group, Kind, Member } from './affinity-group-kind.ts'

export const deleteGroupAction = (kind: Kind, project: string, { name }: Group, onDone?: () => unknown): Action =>
  deleteAction({
    kind: kind.title,
    name,
    operation: kind.operations.delete,
    params: kind.at({ project, group: name }),
    consequence: 'Members are kept. The rule stops applying at their next start.',
    onDone,
  })

export function memberActions(kind: Kind, project: string, group: string, { value }: Member): Action[] {
  const { name } = value
  const call = { operation: kind.operations.removeMember, params: kind.atMember({ project, group }, name) }
  return [
    { ...copyIdAction(value.id), label: 'Copy instance ID' },
    { label: 'View instance', icon: 'view', to: paths.instanceSettings({ project, instance: name }) },
    {
      label: 'Remove from group',
      icon: 'detach',
      caution: true,
      call,
      ask: {
        title: 'Remove from group',
        content: (
          <>
            Remove instance <strong>{name}</strong> from <strong>{group}</strong>?
          </>
        ),
        consequence: 'It keeps running. The rule stops applying at its next start.',
        actionLabel: 'Remove from group',
        errorTitle: `Could not remove instance ${name}`,
      },
      run: () => send(call.operation, call.params),
      done: `Instance ${name} removed from ${group}`,
    },
  ]
}
