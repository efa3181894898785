// Why an instance failed or was not started, and what to do next.
import { capitalize } from '#contract/errors.ts'
import type { Action } from '../../../action/action.tsx'
import { ActionButton } from '../../../frame/action-button.tsx'
import { SerialConsoleLink } from '../../../frame/serial-console-link.tsx'
import { useLoad } from '../../../use-api.ts'
import { consoleRunList } from '../../serial-console/console-run-queries.ts'
import { restartText } from '../shared/auto-restart.ts'
import { instanceFailure, type Instance } from '../instance-queries.ts'
import { DateTime, useNow } from '../../../ui/display/dates.tsx'
import { Message } from '../../../ui/display/message.tsx'

interface FailureNoticeProps {
  project: string
  instance: Instance
}

export function FailureNotice({ project, instance, start }: FailureNoticeProps & { start: Action }) {
  const now = useNow()
  const runs = useLoad(consoleRunList(project, instance.name)).data
  // newest first; one that never came up printed nothing
  const last = runs?.type === 'success' ? runs.data.items[0] : undefined
  const run = last?.endState === 'failed' && last.endByte > 0 ? last : undefined
  const { data } = useLoad(instanceFailure(project, instance.name))
  const failure = data?.type === 'success' ? data.data : undefined
  return (
    <Message
      tone="danger"
      title="This instance has failed"
      action={
        <div className="flex flex-wrap justify-end gap-2">
          {run && (
            <SerialConsoleLink project={project} instance={instance.name} run={run.generation}>
              View output
            </SerialConsoleLink>
          )}
          <ActionButton action={start} />
        </div>
      }
    >
      {failure?.reason && <p>{sentence(failure.reason, instance.name)}</p>}
      <p className="mt-1 text-muted">
        Since <DateTime value={failure?.timeFailed ?? instance.timeRunStateUpdated} />.{' '}
        {restartText(instance, now).text}
      </p>
    </Message>
  )
}

/** Why an instance was not started when it was created. */
export function NotStartedNotice({ project, instance }: FailureNoticeProps) {
  const { data } = useLoad(instanceFailure(project, instance.name))
  const reason = data?.type === 'success' ? data.data.reason : undefined
  if (!reason) return null
  return (
    <Message tone="notice" title="This instance was not started">
      {sentence(reason.replace(/^Insufficient capacity: (\w+ Limit Exceeded: )?/, ''), instance.name)}
    </Message>
  )
}

/** A leading name keeps its case. */
function sentence(text: string, name: string): string {
  const begun = text.startsWith(name) ? text : capitalize(text)
  return /[.!?)]$/.test(begun) ? begun : `${begun}.`
}
