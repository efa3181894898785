// The ports of an upload in the browser.
import { makeClient, type Call } from '#contract/client.ts'
import { touches } from '#contract/touches.ts'
import { changed } from '../api.ts'
import { host } from '../host.ts'
import type { Ports } from './ports.ts'

const client = makeClient({ fetch: (url, init) => host.fetch(url, init) })

/** The upload keeps no answers, so nothing is cached; but what it writes makes stale what pages show. */
const call: Call = async (operation, ...args) => {
  const result = await client(operation, ...args)
  const touched = result.type === 'success' ? touches(operation) : []
  if (touched.length > 0) changed(touched)
  return result
}

const LONGEST_OFFLINE = 60_000

const once = (signal: AbortSignal | undefined, begin: (done: () => void) => void) =>
  new Promise<void>((resolve) => {
    if (signal?.aborted) return resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
    begin(resolve)
  })

export const browserPorts: Ports = {
  call,
  now: () => performance.now(),
  wait: (ms, signal) => once(signal, (done) => void setTimeout(done, ms)),
  online: (signal) =>
    once(signal, (done) => {
      if (navigator.onLine) return done()
      addEventListener('online', done, { once: true })
      // the browser may be wrong about it
      setTimeout(done, LONGEST_OFFLINE)
    }),
}
