// What can be done to a group and to its members.
import { paths } from '../../paths.ts'
import { send } from '../../api.ts'
import { toast } from '../../ui/overlay/toast.tsx'
import { copyIdAction, deleteAction, type Action } from '../../action/action.tsx'
import type { Group, Kind, Member } from './affinity-kind.ts'

const consequence = 'Its members are kept, and may run anywhere from their next start on.'

export function deleteGroupAction(kind: Kind, project: string, { name }: Group, onDone?: () => unknown): Action {
  const names = { project, group: name }
  const shared = { kind: kind.title, name, consequence, onDone }
  return kind.name === 'affinity'
    ? deleteAction({ ...shared, operation: kind.operations.remove, params: kind.at(names) })
    : deleteAction({ ...shared, operation: kind.operations.remove, params: kind.at(names) })
}

export function memberActions(kind: Kind, project: string, group: string, { value }: Member): Action[] {
  const names = { project, group }
  const { name } = value
  const told = () => toast(`Instance ${name} removed from ${group}`)
  const call = { operation: kind.operations.removeMember, params: kind.atMember(names, name) }
  return [
    { ...copyIdAction(value.id), label: 'Copy instance ID' },
    { label: 'View instance', to: paths.instanceSettings({ project, instance: name }) },
    {
      label: 'Remove from group',
      danger: true,
      call,
      ask: {
        title: 'Remove from group',
        content: (
          <>
            Remove instance <strong>{name}</strong> from <strong>{group}</strong>?
          </>
        ),
        consequence: 'It runs on where it is, and may run anywhere from its next start on.',
        actionLabel: 'Remove from group',
        errorTitle: `Could not remove instance ${name}`,
      },
      run: () =>
        kind.name === 'affinity'
          ? send(kind.operations.removeMember, kind.atMember(names, name), told)
          : send(kind.operations.removeMember, kind.atMember(names, name), told),
    },
  ]
}
