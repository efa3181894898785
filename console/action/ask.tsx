// The confirmation dialog of an action, with the API request it will send.
import { confirm } from '../ui/overlay/confirm.tsx'
import type { Action, Question } from './action.tsx'
import { ViewRequest } from './view-request.tsx'

export function askFirst({ label, run, call, danger, caution }: Action, question: Question): void {
  const { title, content, consequence, whyNot, actionLabel, errorTitle } = question
  confirm({
    title,
    content: (
      <>
        <div>
          {content} {consequence}
        </div>
        {call && <ViewRequest calls={[call]} />}
      </>
    ),
    tone: danger || caution ? 'danger' : 'primary',
    whyNot,
    actionLabel,
    errorTitle: errorTitle ?? `${label} failed`,
    run: () => run?.(),
  })
}
