// The question before an action, with the call that the answer will send. Comes when it is first asked.
import { confirm } from '../ui/overlay/confirm.tsx'
import type { Action, Question } from './action.tsx'
import { ShowTheCall } from './show-the-call.tsx'

export function askFirst({ label, run, call, danger }: Action, question: Question): void {
  const { title, content, consequence, actionLabel, errorTitle } = question
  confirm({
    title,
    content: (
      <>
        <div>
          {content} {consequence}
        </div>
        {call && <ShowTheCall calls={[call]} />}
      </>
    ),
    tone: danger ? 'danger' : 'primary',
    actionLabel,
    errorTitle: errorTitle ?? `${label} failed`,
    run: () => run?.(),
  })
}
