// Builds the demo world at build time (scripts/demo.mjs): a control plane on its own clock, thirty days in a few seconds.
import { argon2id, argon2Verify, createSHA256 } from 'hash-wasm'
import { makeSimulatedStores } from '#control/simulated/stores.ts'
import { openWasm } from '#control/db/engines/wasm.ts'
import { migrate } from '#control/db/migrate.ts'
import { makeDemoSender } from '#control/demo/alert.ts'
import { END, furnishDemo, START } from '#control/demo/demo.ts'
import { seededRandom } from '#control/demo/seeded-random.ts'
import { builderSaml } from '#control/demo/saml.ts'
import { ADMIN_PASSWORD } from '#control/demo/silo.ts'
import { makeTimeline } from '#control/demo/timeline.ts'
import { captureWorld, type DemoWorld, dropLeftOut, recallUntil, SLEDS } from '#control/demo/world.ts'
import { makeControlPlane } from '#control/plane/control-plane.ts'
import type { Log } from '#control/frame/ports/host.ts'
import { makeSealer, SECRET_KEY_BYTES } from '#control/frame/sealer.ts'
import { firstRun } from '#control/system/first-run.ts'
import { registerHardware } from '#control/system/inventory.ts'
import { makeMemoryBundles } from '#control/frame/support-bundle-store.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { makePasswords } from './passwords.ts'
import { packWorld } from './world-file.ts'

const SEED = 17
const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Lets everything that was woken run until it sleeps again. None of it waits for anything but the timeline. */
const settle = () => new Promise<void>((resolve) => void setImmediate(resolve))

interface Built {
  world: DemoWorld
  /** The same for the preview: see world-file.ts. */
  file: Uint8Array
}

export async function buildDemoWorld(version: string): Promise<Built> {
  const random = seededRandom(SEED)
  const timeline = makeTimeline(START, settle)
  const passwords = makePasswords({ argon2id, argon2Verify }, random)
  const errors: string[] = []
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message, facts) => errors.push(`${message} ${JSON.stringify(facts)}`),
  }
  const db = await openWasm()
  await migrate(db, timeline.now())
  await db.transaction((tx) => recallUntil(tx, null))
  const blocks = makeMemoryBlocks(createSHA256)
  const stores = makeSimulatedStores(db, decodeBase64)
  const rack = makeSimulatedRack({ clock: timeline, random, sleds: SLEDS, volumes: blocks, ...stores })
  const parts = { db, clock: timeline, random, passwords }
  await firstRun({ ...parts, password: ADMIN_PASSWORD })
  await registerHardware({ ...parts, ...rack })
  const plane = makeControlPlane({
    ...parts,
    ...rack,
    sealer: makeSealer({ key: random.bytes(SECRET_KEY_BYTES), random, decodeBase64 }),
    log,
    imageTools: { decompress: {} },
    version,
    bundles: makeMemoryBundles(),
    decodeBase64,
    saml: builderSaml,
    alertSender: makeDemoSender(() => timeline.now(), END),
    storesNoSamples: true,
    sealsNoAuditLog: true,
  })
  await plane.start()
  await furnishDemo(plane, timeline)
  await plane.stop()
  await rack.machines.close()
  await rack.network.close()
  if (errors.length > 0) throw new Error(`the demo world could not be built:\n${errors.join('\n')}`)
  const world = await captureWorld({ db, blocks }, { version, end: new Date(END).toISOString() })
  await dropLeftOut(db)
  await db.compact()
  const file = packWorld({ ...world, db: await db.save() })
  await db.close()
  return { world, file }
}
