// Answers while the server starts. The port is taken first, because a start that fails on it must not have created anything, and
// migrations can take long: a supervisor sees a live process that is not ready yet.
import { pathOf } from '../log.ts'
import { random } from '../random.ts'
import { answerHealth } from './health.ts'
import type { Host } from './http.ts'
import { refuse, type Refusal, refuseUpgrade } from './refusal.ts'

const starting: Refusal = { status: 503, error_code: 'ServiceNotAvailable', message: 'the server is starting' }

export const startingHost: Host = {
  listener(incoming, outgoing) {
    if (answerHealth(pathOf(incoming.url), { isReady: async () => false }, outgoing)) return
    outgoing.setHeader('x-request-id', random.uuid())
    outgoing.setHeader('retry-after', '1')
    refuse(outgoing, starting)
  },
  upgrade: (_incoming, socket) => refuseUpgrade(socket, starting, random.uuid()),
  endStreams: () => undefined,
}
