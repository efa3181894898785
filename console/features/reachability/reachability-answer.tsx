// The answer to a reachability question: the verdict, the steps that led to it, notes, and the change that would help.
import { CircleCheck, CircleX } from '@lucide/icons'
import { capitalize } from '#contract/errors.ts'
import { useLoad } from '../../use-api.ts'
import { Link } from '../../frame/link.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Message, type MessageProps } from '../../ui/display/message.tsx'
import { Spinner } from '../../ui/display/spinner.tsx'
import { NetworkDisagreement } from './network-disagreement.tsx'
import { ReachabilityFix } from './reachability-fix.tsx'
import { INTERNET, reachability, type Question, type Reachability } from './reachability-queries.ts'
import { subjectLabel, subjectPath } from './subject-names.ts'

const verdicts: Record<Reachability['verdict'], { tone: MessageProps['tone']; text: string }> = {
  reachable: { tone: 'success', text: 'Reachable' },
  blocked: { tone: 'danger', text: 'Blocked' },
  forwarded: { tone: 'notice', text: 'Depends on an instance that forwards the traffic' },
}

const endText = (end: string) => (end === INTERNET ? 'the internet' : end)

function questionText({ source, destination, protocol, port }: Question): string {
  const traffic = protocol === 'ICMP' ? protocol : `${protocol} port ${port}`
  return `${traffic} from ${endText(source)} to ${endText(destination)}`
}

export function ReachabilityAnswer({ project, question }: { project: string; question: Question }) {
  const { data, error, isPlaceholderData } = useLoad(reachability(project, question))
  const isWaiting = !error && (!data || isPlaceholderData)
  return (
    <section aria-label="Answer" aria-live="polite" aria-busy={isWaiting} className="space-y-4">
      {isWaiting && <Spinner label="Checking" />}
      {error instanceof Error && <Message tone="danger">{error.message}</Message>}
      {!isWaiting && data?.type === 'success' && <Answer project={project} question={question} answer={data.data} />}
      {!isWaiting && data && data.type !== 'success' && (
        <Message tone="danger" title="Could not check">
          {data.type === 'error' ? capitalize(data.data.message) : 'This host cannot check reachability.'}
        </Message>
      )}
    </section>
  )
}

interface AnswerProps {
  project: string
  question: Question
  answer: Reachability
}

function Answer({ project, question, answer }: AnswerProps) {
  const { tone, text } = verdicts[answer.verdict]
  return (
    <>
      <Message tone={tone} title={text}>
        {questionText(question)}
      </Message>
      <ol aria-label="Steps" className="space-y-2 text-sm">
        {answer.steps.map((step) => (
          <li key={step.text} className="flex gap-2.5">
            <Icon
              icon={step.passed ? CircleCheck : CircleX}
              className={step.passed ? 'mt-0.5 size-4 shrink-0 text-success' : 'mt-0.5 size-4 shrink-0 text-danger'}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{step.passed ? 'Passed: ' : 'Stopped: '}</span>
              {step.text}{' '}
              {step.subject && (
                <Link
                  to={subjectPath(project, step.subject)}
                  aria-label={subjectLabel(step.subject)}
                  className="font-medium text-accent underline decoration-accent-line underline-offset-3 hover:decoration-current"
                >
                  View
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
      <NetworkDisagreement question={questionText(question)} answer={answer} />
      {answer.notes.length > 0 && (
        <Message tone="notice" title="Also check">
          {answer.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Message>
      )}
      {answer.fix && <ReachabilityFix project={project} answer={answer} fix={answer.fix} />}
    </>
  )
}
