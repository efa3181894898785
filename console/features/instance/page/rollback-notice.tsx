// While an instance goes back to a point in time: how far that is, and canceling it.
import { apiAction, bold } from '../../../action/action.tsx'
import { ActionButton } from '../../../frame/action-button.tsx'
import { DateTime } from '../../../ui/display/dates.tsx'
import { Message } from '../../../ui/display/message.tsx'
import { useLoad } from '../../../use-api.ts'
import { instanceRollbacks, type Instance } from '../instance-queries.ts'

export function RollbackNotice({ project, instance: { id, name } }: { project: string; instance: Instance }) {
  const { data } = useLoad(instanceRollbacks(project), { optional: true })
  const rollbacks = data?.type === 'success' ? data.data.items : []
  const rollback = rollbacks.find(
    ({ instanceId, state }) => instanceId === id && (state === 'stopping' || state === 'copying'),
  )
  if (!rollback) return null
  const cancel = apiAction({
    label: 'Cancel going back',
    danger: true,
    operation: 'instance_rollback_delete',
    params: { path: { rollback: rollback.id } },
    ask: {
      title: 'Cancel going back',
      content: bold`Cancel going back with ${name}?`,
      consequence: 'The copies are deleted. The instance keeps its disks, and starts again if it was running.',
      errorTitle: `Could not cancel going back with ${name}`,
    },
    done: `Instance ${name} is not going back`,
  })
  return (
    <Message
      title={
        <>
          Going back to <DateTime value={rollback.timePoint} />
        </>
      }
      action={<ActionButton action={cancel} />}
    >
      {rollback.state === 'stopping'
        ? 'Its disks are saved once it has stopped.'
        : `${rollback.percent}% copied. The instance can be used when all disks are copied.`}
    </Message>
  )
}
