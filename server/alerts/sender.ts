// Sends alerts over HTTP and SMTP, but not to this machine: see outgoing/reach.ts.
import type { AlertSender, NotSent } from '#control/frame/ports/sending.ts'
import { makeOutgoing, type Outgoing } from '../outgoing/reach.ts'
import type { UseName } from '../outgoing/uses.ts'
import { sendMail } from './mail.ts'
import type { Attempt } from './attempt.ts'
import { postWebhook } from './webhook.ts'

/** For an attempt as a whole. */
const TIMEOUT_MS = 30_000

export interface SendRules {
  outgoing?: Outgoing | undefined
  /** Certificate authorities to trust instead of the usual ones, as PEM. For tests. */
  ca?: string | undefined
  timeoutMs?: number | undefined
}

export function makeAlertSender(rules: SendRules): AlertSender {
  const { outgoing = makeOutgoing(), ca, timeoutMs = TIMEOUT_MS } = rules

  async function attempt<T>(use: UseName, work: (attempt: Attempt) => Promise<T>): Promise<T | NotSent> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await work({ reach: outgoing(use), ca, signal })
    } catch (error) {
      if (signal.aborted) return { failure: 'timeout', reason: `no answer within ${timeoutMs / 1000} seconds` }
      return { failure: 'unreachable', reason: reasonOf(error) }
    }
  }

  return {
    post: (request) => attempt('webhook', (it) => postWebhook(request, it)),
    mail: (server, mail) => attempt('mail', (it) => sendMail(server, mail, it)),
  }
}

/** Errors of several addresses have no message of their own. */
function reasonOf(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error]
  const text = errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
  return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}
