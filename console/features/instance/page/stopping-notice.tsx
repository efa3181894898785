// While an instance stops: that its guest was asked to shut down, and until when it can.
import { ActionButton } from '../../../frame/action-button.tsx'
import { useLoad } from '../../../use-api.ts'
import { Message } from '../../../ui/display/message.tsx'
import { instanceMachine, type Instance } from '../instance-queries.ts'
import { forceStopAction } from '../shared/instance-actions.tsx'
import { timeText } from '../../../util/time-text.ts'

export function StoppingNotice({ project, instance }: { project: string; instance: Instance }) {
  const { data } = useLoad(instanceMachine(project, instance.name))
  const until = data?.type === 'success' ? data.data.timeForced : undefined
  if (!until) return null
  return (
    <Message
      title="Waiting for the guest to shut down"
      action={<ActionButton action={forceStopAction(project, instance)} />}
    >
      If it has not by {timeText(until)}, the instance is forced to stop.
    </Message>
  )
}
