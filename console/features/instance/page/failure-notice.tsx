// Why an instance failed or was not started, and what to do next.
import { capitalize } from '#contract/errors.ts'
import { useLoad } from '../../../use-api.ts'
import { isEligible } from '../shared/instance-polling.ts'
import { instanceFailure, type Instance } from '../instance-queries.ts'
import { DateTime } from '../../../ui/display/dates.tsx'
import { Message } from '../../../ui/display/message.tsx'

interface FailureNoticeProps {
  project: string
  instance: Instance
}

export function FailureNotice({ project, instance }: FailureNoticeProps) {
  const { data } = useLoad(instanceFailure(project, instance.name))
  const failure = data?.type === 'success' ? data.data : undefined
  return (
    <Message tone="danger" title="This instance has failed">
      {failure?.reason && <p>{sentence(failure.reason, instance.name)}</p>}
      <p className="mt-1 text-muted">
        Since <DateTime value={failure?.timeFailed ?? instance.timeRunStateUpdated} />. {next(instance)}
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

function next(instance: Instance): string {
  if (isEligible(instance)) return 'It will restart soon.'
  return instance.autoRestartEnabled
    ? 'It will restart after the cooldown, or start it now.'
    : 'Auto-restart is off. Fix the cause, then start it.'
}
