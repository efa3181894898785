// Opens the world of the preview: the demo world as it was built, with its times shifted so that it ends now.
import type { Database } from '#control/db/database.ts'
import { openWasm } from '#control/db/engines/wasm.ts'
import { migrate } from '#control/db/migrate.ts'
import { type DemoWorld, restoreRows, restoreVolumes, shiftOf } from '#control/demo/world.ts'
import type { Clock, DecodeBase64 } from '#control/frame/ports.ts'
import type { BlockStore } from '#hypervisor/blocks.ts'
import { shiftTimes } from '#hypervisor/simulated-state.ts'

const GZIP_MAGIC = 0x1f

/** Some hosts decompress on the way, others hand out the file as it is. */
export async function fetchWorld(url: URL): Promise<DemoWorld> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the demo world could not be loaded: ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes[0] !== GZIP_MAGIC) return JSON.parse(new TextDecoder().decode(bytes)) as DemoWorld
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(plain).json()) as DemoWorld
}

interface Parts {
  world: Promise<DemoWorld>
  blocks: BlockStore
  clock: Clock
  decodeBase64: DecodeBase64
}

export interface Opened {
  db: Database
  /** Of the simulated machines. */
  machines: string
}

export async function openFresh({ world: loading, blocks, clock, decodeBase64 }: Parts): Promise<Opened> {
  const db = await openWasm()
  await migrate(db, clock.now())
  const world = await loading
  const now = clock.now()
  await restoreVolumes(blocks, world, decodeBase64)
  await restoreRows(db, world, { now, adminPasswordHash: undefined })
  return { db, machines: shiftTimes(world.machines, shiftOf(world, now)) }
}
