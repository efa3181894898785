// The ports of an upload in the browser.
import { makeClient, type Call } from '#contract/client.ts'
import { touches } from '#contract/facts.ts'
import { changed } from '../cache.ts'
import { host } from '../host.ts'
import type { Ports } from './ports.ts'

const client = makeClient({ fetch: (url, init) => host.fetch(url, init) })

/** Responses of an upload are not cached, but its writes make the cached reads of pages stale. */
const call: Call = async (operation, ...args) => {
  const result = await client(operation, ...args)
  const touched = result.type === 'success' ? touches(operation) : []
  if (touched.length > 0) changed(touched)
  return result
}

const MAX_OFFLINE_MS = 60_000

const once = (signal: AbortSignal | undefined, begin: (done: () => void) => void) =>
  new Promise<void>((resolve) => {
    if (signal?.aborted) return resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
    begin(resolve)
  })

/** FileReader encodes in the background; a loop here would block the page. */
const encode = (bytes: Uint8Array<ArrayBuffer>) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the chunk could not be encoded')))
    reader.readAsDataURL(new Blob([bytes]))
  })

export const browserPorts: Ports = {
  call,
  now: () => performance.now(),
  wait: (ms, signal) => once(signal, (done) => void setTimeout(done, ms)),
  online: (signal) =>
    once(signal, (done) => {
      if (navigator.onLine) return done()
      addEventListener('online', done, { once: true })
      // the browser may be wrong about being offline
      setTimeout(done, MAX_OFFLINE_MS)
    }),
  encode,
}
