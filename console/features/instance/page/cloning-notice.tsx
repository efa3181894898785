// While the disks of a clone are copied: how far that is, and canceling it.
import { apiAction, bold } from '../../../action/action.tsx'
import { ActionButton } from '../../../frame/action-button.tsx'
import { Message } from '../../../ui/display/message.tsx'
import { useLoad } from '../../../use-api.ts'
import { instanceClones, type Instance } from '../instance-queries.ts'

interface CloningNoticeProps {
  project: string
  instance: Instance
  /** leaves the page of what is removed */
  onCanceled: () => unknown
}

export function CloningNotice({ project, instance: { id, name }, onCanceled }: CloningNoticeProps) {
  const { data } = useLoad(instanceClones(project), { optional: true })
  const clones = data?.type === 'success' ? data.data.items : []
  const clone = clones.find(({ instanceId, state }) => instanceId === id && state === 'copying')
  if (!clone) return null
  const cancel = apiAction({
    label: 'Cancel clone',
    danger: true,
    operation: 'instance_clone_delete',
    params: { path: { clone: clone.id } },
    ask: {
      title: 'Cancel clone',
      content: bold`Cancel the clone ${name}?`,
      consequence: 'The instance and its partly copied disks are deleted.',
      errorTitle: `Could not cancel the clone ${name}`,
    },
    onDone: onCanceled,
    done: `Clone ${name} canceled`,
  })
  return (
    <Message title={`Copying disks from ${clone.sourceName}`} action={<ActionButton action={cancel} />}>
      {clone.percent}% copied. The instance can be used when all disks are copied.
    </Message>
  )
}
