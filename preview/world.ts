// The world behind all tabs: opened once, saved as it changes, and replaced by a new one when somebody asks for it.
import { argon2id, argon2Verify } from 'hash-wasm'
import { makeSimulatedStores } from '#control/simulated/stores.ts'
import { people } from '#control/demo/silo.ts'
import { SLEDS } from '#control/demo/world.ts'
import { type ControlPlane, makeControlPlane } from '#control/plane/control-plane.ts'
import type { Clock } from '#control/frame/ports/clock.ts'
import type { DecodeBase64, Log, Random } from '#control/frame/ports/host.ts'
import { makeSealer } from '#control/frame/sealer.ts'
import { FIRST_SILO } from '#control/frame/first-silo.ts'
import { FIRST_USER } from '#control/system/first-run.ts'
import { makeMemoryBundles } from '#control/frame/support-bundle-store.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { imageTools } from './image-tools.ts'
import type { StateStore } from './kept-state.ts'
import { openFresh, openKept, type Opened } from './open.ts'
import { makePasswords } from './passwords.ts'
import { makeSaver, type Saver } from './saver.ts'
import { enterAs } from './visitor.ts'
import type { Person } from './wire.ts'
import type { WorldFile } from './world-file.ts'

export interface World {
  plane: ControlPlane
  /** The session of the visitor. Undefined when nobody is signed in. */
  session: string | undefined
  saver: Saver
  become(person: Person): Promise<void>
  stop(): Promise<void>
}

interface Parts {
  clock: Clock
  random: Random
  log: Log
  decodeBase64: DecodeBase64
  version: string
  store: StateStore
  /** Tells the pages what they wait for. */
  report(text: string): void
  fetchWorld(signal: AbortSignal): Promise<WorldFile>
}

/** Everything that happens by itself waits until the first page is likely to be there. */
const FIRST_ANSWERS_MS = 1000

export const persons = (): Person[] => [
  { silo: FIRST_SILO, user: FIRST_USER, title: 'Fleet admin and silo admin' },
  ...people.map(({ silo, name, title }) => ({ silo, user: name, title })),
]

export async function openWorld(parts: Parts): Promise<World> {
  const { clock, random, log, decodeBase64, version, store } = parts
  let savedChanges = -1
  const saver = makeSaver(save, clock, log)

  async function save(): Promise<void> {
    const { changes } = opened.blocks
    const volumes = changes === savedChanges ? undefined : opened.blocks.volumes()
    await store.save({ db: await opened.db.save(), session: world.session, secretKey }, volumes)
    savedChanges = changes
  }

  parts.report('Opening the demo world')
  const opened = await open(parts, saver.changed)
  parts.report('Starting the control plane')
  const { db, blocks, secretKey } = opened
  const rack = makeSimulatedRack({
    clock,
    random,
    sleds: SLEDS,
    volumes: blocks,
    ...makeSimulatedStores(db, decodeBase64),
  })
  // what machines print is written quietly
  rack.machines.watch(saver.changed)
  const plane = makeControlPlane({
    imageTools,
    bundles: makeMemoryBundles(),
    version,
    db,
    ...rack,
    clock,
    random,
    passwords: makePasswords({ argon2id, argon2Verify }, random),
    sealer: makeSealer({ key: secretKey, random, decodeBase64 }),
    decodeBase64,
    log,
    storesNoSamples: true,
  })
  const world: World = {
    plane,
    saver,
    session: opened.session,
    async become(person) {
      world.session = await enterAs({ db, clock, random }, person)
      saver.changed()
      await saver.flush()
    },
    async stop() {
      await plane.stop()
      await rack.machines.close()
      await rack.network.close()
      await saver.flush()
      await db.close()
    },
  }
  await plane.start(clock.sleep(FIRST_ANSWERS_MS))
  parts.report('Loading the page')
  return world
}

async function open(parts: Parts, changed: () => void): Promise<Opened> {
  const { store, log } = parts
  const given = { ...parts, changed }
  // both at once: a first visit needs the file, and any other finds it in the browser
  const fetching = new AbortController()
  const loading = parts.fetchWorld(fetching.signal)
  loading.catch(() => undefined)
  const kept = await store.load().catch(() => undefined)
  if (!kept) return openFresh(loading, given)
  try {
    const opened = await openKept(kept, given)
    fetching.abort()
    return opened
  } catch (error) {
    // left by a newer release, or damaged
    log.warn('the saved preview could not be opened, so it starts over', { error: String(error) })
    return openFresh(loading, given)
  }
}
