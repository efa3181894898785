// While an instance stops: which size it gets then, that its guest was asked to shut down, and until when it can.
import { ActionButton } from '../../../frame/action-button.tsx'
import { useLoad } from '../../../use-api.ts'
import { Message } from '../../../ui/display/message.tsx'
import { instanceMachine, type Instance } from '../instance-queries.ts'
import { forceStopAction } from '../shared/instance-actions.tsx'
import { gibText } from '../../../util/format.ts'
import { timeText } from '../../../util/time-text.ts'

export function StoppingNotice({ project, instance }: { project: string; instance: Instance }) {
  const { data } = useLoad(instanceMachine(project, instance.name))
  const { timeForced: until, resize } = data?.type === 'success' ? data.data : {}
  return (
    <>
      {resize && <ResizeNotice {...resize} />}
      {until && <GuestNotice project={project} instance={instance} until={until} />}
    </>
  )
}

const ResizeNotice = ({ ncpus, memory, start }: { ncpus: number; memory: number; start: boolean }) => (
  <Message title="Being resized">
    When it has stopped, it gets {ncpus} {ncpus === 1 ? 'vCPU' : 'vCPUs'} and {gibText(memory)} of memory
    {start ? ', and starts again.' : '. It stays stopped.'}
  </Message>
)

function GuestNotice({ project, instance, until }: { project: string; instance: Instance; until: Date }) {
  return (
    <Message
      title="Waiting for the guest to shut down"
      action={<ActionButton action={forceStopAction(project, instance)} />}
    >
      If it has not by {timeText(until)}, the instance is forced to stop.
    </Message>
  )
}
