// Sends alerts over HTTP and SMTP, but not to this machine: see address-check.ts.
import type { AlertSender, NotSent } from '#control/frame/ports.ts'
import { isOurAddress } from '../address-check.ts'
import { sendMail } from './mail.ts'
import type { Reach } from './reach.ts'
import { postWebhook } from './webhook.ts'

/** For an attempt as a whole. */
const TIMEOUT_MS = 30_000

export interface SendRules {
  /** Lets receivers be on this machine. */
  allowLocalAddresses?: boolean | undefined
  /** Certificate authorities to trust instead of the usual ones, as PEM. For tests. */
  ca?: string | undefined
  timeoutMs?: number | undefined
}

export function makeAlertSender(rules: SendRules): AlertSender {
  const { allowLocalAddresses = false, ca, timeoutMs = TIMEOUT_MS } = rules
  const isRefused = allowLocalAddresses ? () => false : isOurAddress

  async function attempt<T>(work: (reach: Reach) => Promise<T>): Promise<T | NotSent> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await work({ isRefused, ca, signal })
    } catch (error) {
      if (signal.aborted) return { failure: 'timeout', reason: `no answer within ${timeoutMs / 1000} seconds` }
      return { failure: 'unreachable', reason: reasonOf(error) }
    }
  }

  return {
    post: (request) => attempt((reach) => postWebhook(request, reach)),
    mail: (server, mail) => attempt((reach) => sendMail(server, mail, reach)),
  }
}

/** Errors of several addresses have no message of their own. */
function reasonOf(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error]
  const text = errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
  return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}
