// Checks the caller's address against the backend's allow list before any other work is done for the request.
import type { IncomingMessage } from 'node:http'
import type { Backend } from './backend.ts'
import { addressOf } from './caller.ts'
import type { ServerLog } from '../log.ts'
import { failed, type Refusal } from './refusal.ts'

/** Continues synchronously when the answer is cached, which is nearly always. */
export function ifAdmitted(
  { admits }: Pick<Backend, 'admits'>,
  incoming: IncomingMessage,
  log: ServerLog,
  go: () => void,
  refuse: (refusal: Refusal) => void,
): void {
  const address = addressOf(incoming)
  const decide = (isAdmitted: boolean) => (isAdmitted ? go() : refuse(outside(address)))
  const answer = admits(address)
  if (typeof answer === 'boolean') return decide(answer)
  answer.then(decide, (error: unknown) => {
    log.error('the allow list could not be read', { error })
    refuse(failed)
  })
}

const outside = (address: string): Refusal => ({
  status: 403,
  error_code: 'Forbidden',
  message: `access from ${address} is not allowed by the source IP allow list`,
})
