// What the network itself does with the traffic, if that is not what the rules say. That is a fault of ours, so both answers can be
// copied for a report.
import { copyTextAction } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { Message } from '../../ui/display/message.tsx'
import type { Reachability } from './reachability-queries.ts'

interface DisagreementProps {
  /** in words */
  question: string
  answer: Reachability
}

export function NetworkDisagreement({ question, answer }: DisagreementProps) {
  const { network, verdict, steps } = answer
  if (!network || network.agrees) return null
  const does = network.isDelivered ? 'delivers' : 'drops'
  const says = verdict === 'reachable' ? 'let it through' : 'block it'
  const report = [
    question,
    `Rules: ${verdict}`,
    ...steps.map(({ passed, text }) => `- ${passed ? 'passed' : 'stopped'}: ${text}`),
    `Network: ${network.isDelivered ? 'delivered' : 'dropped'}`,
    network.output,
  ].join('\n')
  return (
    <Message
      tone="danger"
      title="The network disagrees"
      action={<ActionButton action={copyTextAction('Copy both answers', report)} />}
    >
      <p>
        The network {does} this traffic, but the rules {says}. This is a fault of Rackwright, not of your rules. Please
        report it with both answers.
      </p>
      <details className="mt-2">
        <summary className="cursor-pointer">What the network said</summary>
        <pre className="mt-2 max-h-64 overflow-auto font-mono text-xs whitespace-pre-wrap">{network.output}</pre>
      </details>
    </Message>
  )
}
