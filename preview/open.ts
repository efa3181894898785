// Opens the world of the preview: as this browser left it or, the first time and after a reset, the demo world with its times
// shifted so that it ends now.
import { createSHA256 } from 'hash-wasm'
import { openWasm, type WasmDatabase } from '#control/db/engines/wasm.ts'
import { migrate } from '#control/db/migrate.ts'
import { planAnew } from '#control/compute/protection-policy/run.ts'
import { shiftNumbers, shiftTexts } from '#control/simulated/shift.ts'
import { restoreVolumes } from '#control/demo/world.ts'
import type { Clock } from '#control/frame/ports/clock.ts'
import type { DecodeBase64, Random } from '#control/frame/ports/host.ts'
import { SECRET_KEY_BYTES } from '#control/frame/sealer.ts'
import { FIRST_SILO } from '#control/frame/first-silo.ts'
import { FIRST_USER } from '#control/system/first-run.ts'
import { makeMemoryBlocks, type MemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import type { KeptState } from './kept-state.ts'
import { enterAs, renew } from './visitor.ts'
import { unpackWorld, type WorldFile } from './world-file.ts'

const GZIP_MAGIC = 0x1f

/** Some hosts decompress on the way, others hand out the file as it is. */
export async function fetchWorld(url: URL, signal: AbortSignal): Promise<WorldFile> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`the demo world could not be loaded: ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes[0] !== GZIP_MAGIC) return unpackWorld(bytes)
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return unpackWorld(new Uint8Array(await new Response(plain).arrayBuffer()))
}

interface Parts {
  clock: Clock
  random: Random
  decodeBase64: DecodeBase64
  /** Called when there is something to save. */
  changed(): void
}

export interface Opened {
  db: WasmDatabase
  blocks: MemoryBlocks
  /** Undefined after signing out. */
  session: string | undefined
  secretKey: Uint8Array
}

export async function openKept(kept: KeptState, parts: Parts): Promise<Opened> {
  const { clock, changed } = parts
  const db = await openWasm({ bytes: kept.db, changed })
  // it may be from an earlier release
  await migrate(db, clock.now())
  const session = kept.session && (await renew({ ...parts, db }, kept.session))
  const secretKey = kept.secretKey ?? parts.random.bytes(SECRET_KEY_BYTES)
  return { db, blocks: makeMemoryBlocks(createSHA256, kept.volumes), session, secretKey }
}

/** The file is of the same build as this code, so there is nothing to migrate. */
export async function openFresh(loading: Promise<WorldFile>, parts: Parts): Promise<Opened> {
  const { clock, decodeBase64, changed } = parts
  const world = await loading
  const shift = clock.now().getTime() - Date.parse(world.end)
  shiftTexts(world.db, shift)
  const db = await openWasm({ bytes: world.db, changed })
  await shiftNumbers(db, shift)
  // policies run at times of day, which the shift has moved
  await db.transaction((tx) => planAnew(tx, clock.now()), { quiet: true })
  const blocks = makeMemoryBlocks(createSHA256)
  await restoreVolumes(blocks, world, decodeBase64)
  const session = await enterAs({ ...parts, db }, { silo: FIRST_SILO, user: FIRST_USER })
  return { db, blocks, session, secretKey: parts.random.bytes(SECRET_KEY_BYTES) }
}
