// Why an instance failed, in words, and what comes next.
import { capitalize } from '#contract/errors.ts'
import { useLoad } from '../../use-api.ts'
import type { Instance } from './instance-actions.tsx'
import { isEligible } from './instance-polling.ts'
import { instanceFailure } from './instance-queries.ts'
import { DateTime } from '../../ui/display/dates.tsx'
import { Message } from '../../ui/display/message.tsx'

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

/** A name is written as it is, wherever it stands. */
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
