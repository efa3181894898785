// Health checks for load balancers and supervisors. They bypass the allow list and need no login: they reveal only yes or no.
import type { ServerResponse } from 'node:http'
import type { Backend } from './backend.ts'

/** True when the path was a health check. */
export function answerHealth(pathname: string, backend: Pick<Backend, 'isReady'>, outgoing: ServerResponse): boolean {
  if (pathname === '/healthz') {
    // live means the event loop runs; an unreachable database is no reason to restart this process
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
  outgoing.end(isWell ? 'ok\n' : 'the database is not responding\n')
}
