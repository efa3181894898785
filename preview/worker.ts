// The browser host: constructs the control plane on SQLite in WebAssembly and lets the tabs in.
import { loadWasm } from '#control/db/engines/wasm.ts'
import type { Clock } from '#control/frame/ports/clock.ts'
import type { Log, Random } from '#control/frame/ports/host.ts'
import { version } from '../package.json'
import { makeSabotage } from './chaos.ts'
import { openStateStore } from './kept-state.ts'
import { fetchWorld } from './open.ts'
import { serve, type Page } from './serve.ts'
import type { ToWorker } from './wire.ts'
import { openWorld, type World } from './world.ts'

loadWasm()

const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(resolve, milliseconds)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
  breathe: () => new Promise((resolve) => void setTimeout(resolve, 0)),
}
const random: Random = {
  uuid: () => crypto.randomUUID(),
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
}
const log: Log = {
  info: () => undefined,
  warn: (message, facts) => console.warn(message, facts),
  error: (message, facts) => console.error(message, facts),
}
const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

const store = openStateStore()
const pages = new Set<Page>()
let progress = ''
let world = open()

function report(text: string): void {
  progress = text
  for (const page of pages) page.postMessage({ type: 'progress', id: 0, text })
}

function open(): Promise<World> {
  const opening = openWorld({
    clock,
    random,
    log,
    decodeBase64,
    version,
    store,
    report,
    fetchWorld: (signal) => fetchWorld(new URL('../dist/demo/preview-world.bin', import.meta.url), signal),
  })
  opening.catch((error: unknown) => log.error('the preview could not start', { error: String(error) }))
  return opening
}

async function reset(): Promise<void> {
  const old = world
  world = old
    .then(
      (running) => running.stop(),
      () => undefined,
    )
    .then(() => store.clear())
    .then(open)
  await world
}

/** What the other tabs show belongs to somebody else, or to a world that is gone. */
function reloadOthers(page: Page): void {
  for (const other of pages) if (other !== page) other.postMessage({ type: 'reload', id: 0 })
}

interface Port extends Page {
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void
  start?(): void
}

const welcome = (port: Port) => {
  pages.add(port)
  port.postMessage({ type: 'progress', id: 0, text: progress })
  const receive = serve(port, {
    world: () => world,
    reset,
    reloadOthers: () => reloadOthers(port),
    leave: () => void pages.delete(port),
    sabotage: makeSabotage(clock, random),
  })
  port.addEventListener('message', ({ data }) => receive(data))
  port.start?.()
}

if ('onconnect' in self) self.addEventListener('connect', (event) => welcome((event as MessageEvent).ports[0] as Port))
else welcome(self as unknown as Port)
