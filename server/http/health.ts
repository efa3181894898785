// Health checks for load balancers and supervisors. They answer before the allow list and log nobody in: all they say is yes or no.
import type { ServerResponse } from 'node:http'
import type { Backend } from './backend.ts'

/** True when the path was one of a health check. */
export function answerHealth(pathname: string, backend: Pick<Backend, 'isReady'>, outgoing: ServerResponse): boolean {
  if (pathname === '/healthz') {
    // the process runs and its event loop turns; a database that is down is no reason to restart us
    say(outgoing, true)
    return true
  }
  if (pathname !== '/readyz') return false
  void backend.isReady().then((isReady) => say(outgoing, isReady))
  return true
}

function say(outgoing: ServerResponse, isWell: boolean): void {
  outgoing.writeHead(isWell ? 200 : 503, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(!isWell && { 'retry-after': '1' }),
  })
  outgoing.end(isWell ? 'ok\n' : 'the database does not answer\n')
}
