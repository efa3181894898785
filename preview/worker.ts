// The browser host: constructs the control plane on SQLite in WebAssembly and lets the tabs in. Nothing outlives the last tab.
import { argon2id, argon2Verify, createSHA256 } from 'hash-wasm'
import { makeControlPlane } from '#control/frame/control-plane.ts'
import { openWasm } from '#control/db/engines/wasm.ts'
import { migrate } from '#control/db/migrate.ts'
import { furnishDemo } from '#control/demo/demo.ts'
import { firstRun } from '#control/system/first-run.ts'
import type { Clock, Log, Passwords, Random } from '#control/frame/ports.ts'
import { makeMemoryBlocks } from '#hypervisor/blocks-memory.ts'
import { makeMemoryBundles } from '#control/system/support-bundle-store.ts'
import { registerHardware } from '#control/system/inventory.ts'
import { makeSimulatedFabric } from '#hypervisor/simulated-fabric.ts'
import { makeSimulatedHardware } from '#hypervisor/simulated-hardware.ts'
import { makeSimulated } from '#hypervisor/simulated.ts'
import { version } from '../package.json'
import { makeSabotage } from './chaos.ts'
import { serve, type Page, type Visitor } from './serve.ts'
import type { ToWorker } from './wire.ts'

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
/** Lighter than a server's: the only secrets here are the ones that the page itself prints. */
const passwords: Passwords = {
  hash: (password) =>
    argon2id({
      password: password || ' ',
      salt: random.bytes(16),
      parallelism: 1,
      iterations: 2,
      memorySize: 4096,
      hashLength: 32,
      outputType: 'encoded',
    }),
  verify: (hash, password) => argon2Verify({ password: password || ' ', hash }),
}
const log: Log = {
  info: () => undefined,
  warn: (message, facts) => console.warn(message, facts),
  error: (message, facts) => console.error(message, facts),
}

const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

const visitor: Visitor = { session: undefined }
const sabotage = makeSabotage(clock, random, Number(import.meta.env.VITE_CHAOS_PERCENT ?? 0))

/** The size of the demo world's rack. */
const SLEDS = 32

async function open() {
  const db = await openWasm()
  await migrate(db, clock.now())
  const hypervisor = makeSimulated({ clock, random })
  const blocks = makeMemoryBlocks(createSHA256)
  const hardware = makeSimulatedHardware({ clock, sleds: SLEDS })
  const plane = makeControlPlane({
    bundles: makeMemoryBundles(),
    version,
    db,
    hypervisor,
    hardware,
    fabric: makeSimulatedFabric({ clock }),
    blocks,
    clock,
    random,
    passwords,
    decodeBase64,
    log,
  })
  const first = await firstRun({ db, clock, random, passwords, password: 'preview' })
  await registerHardware({ db, clock, random, hardware })
  await plane.start()
  // whoever opens the preview is let in as the administrator; signing out leads to the login page, whose password the banner names
  visitor.session = await furnishDemo(plane, first!)
  return plane
}

const plane = open()
plane.catch((error: unknown) => log.error('the preview could not start', { error: String(error) }))

interface Port extends Page {
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void
  start?(): void
}
const welcome = (port: Port) => {
  const receive = serve(port, plane, visitor, sabotage)
  port.addEventListener('message', ({ data }) => receive(data))
  port.start?.()
}

if ('onconnect' in self) self.addEventListener('connect', (event) => welcome((event as MessageEvent).ports[0] as Port))
else welcome(self as unknown as Port)
