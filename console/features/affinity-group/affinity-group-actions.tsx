// What can be done to a group and to its members.
import { apiAction, bold, copyIdAction, deleteAction, type Action } from '../../action/action.tsx'
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
  return [
    { ...copyIdAction(value.id), label: 'Copy instance ID' },
    { label: 'View instance', icon: 'view', to: paths.instanceSettings({ project, instance: name }) },
    apiAction({
      label: 'Remove from group',
      icon: 'detach',
      caution: true,
      operation: kind.operations.removeMember,
      params: kind.atMember({ project, group }, name),
      ask: {
        title: 'Remove from group',
        content: bold`Remove instance ${name} from ${group}?`,
        consequence: 'It keeps running. The rule stops applying at its next start.',
        errorTitle: `Could not remove instance ${name}`,
      },
      done: `Instance ${name} removed from ${group}`,
    }),
  ]
}
