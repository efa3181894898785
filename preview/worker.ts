// The browser host: constructs the control plane on SQLite in WebAssembly and lets the tabs in. Nothing outlives the last tab.
import { argon2id, argon2Verify, createSHA256 } from 'hash-wasm'
import { makeControlPlane } from '#control/frame/control-plane.ts'
import type { Clock, Log, Random } from '#control/frame/ports.ts'
import { SLEDS } from '#control/demo/world.ts'
import { FIRST_SILO, FIRST_USER } from '#control/system/first-run.ts'
import { makeMemoryBlocks } from '#hypervisor/blocks-memory.ts'
import { makeMemoryBundles } from '#control/system/support-bundle-store.ts'
import { makeSimulatedFabric } from '#hypervisor/simulated-fabric.ts'
import { makeSimulatedHardware } from '#hypervisor/simulated-hardware.ts'
import { makeSimulated } from '#hypervisor/simulated.ts'
import { version } from '../package.json'
import { makeSabotage } from './chaos.ts'
import { fetchWorld, openFresh } from './open.ts'
import { makePasswords } from './passwords.ts'
import { serve, type Page } from './serve.ts'
import { enterAs, type Visitor } from './visitor.ts'
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
const log: Log = {
  info: () => undefined,
  warn: (message, facts) => console.warn(message, facts),
  error: (message, facts) => console.error(message, facts),
}

const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

const visitor: Visitor = { session: undefined }
const sabotage = makeSabotage(clock, random, Number(import.meta.env.VITE_CHAOS_PERCENT ?? 0))

const world = fetchWorld(new URL('../dist/demo/world.bin', import.meta.url))

async function open() {
  const blocks = makeMemoryBlocks(createSHA256)
  const { db, machines } = await openFresh({ world, blocks, clock, decodeBase64 })
  const state = { load: async () => machines, save: async () => undefined }
  const plane = makeControlPlane({
    bundles: makeMemoryBundles(),
    version,
    db,
    hypervisor: makeSimulated({ clock, random, state }),
    hardware: makeSimulatedHardware({ clock, sleds: SLEDS }),
    fabric: makeSimulatedFabric({ clock }),
    blocks,
    clock,
    random,
    passwords: makePasswords({ argon2id, argon2Verify }, random),
    decodeBase64,
    log,
  })
  await plane.start()
  visitor.session = await enterAs({ db, clock, random }, { silo: FIRST_SILO, user: FIRST_USER })
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
