// Copies all volumes of a store to another one. May be interrupted anywhere: what was copied and verified is not copied again, unless it has
// changed since.
import type { BlockStore, BlockVolume } from './blocks.ts'
import { DriverError } from './driver-error.ts'

const PIECE_BYTES = 1024 * 1024

/** The version that each volume had when its copy was verified, by its ID. */
export type Moved = Record<string, string>

export interface MoveOptions {
  from: BlockStore
  to: BlockStore
  /** What was moved before. */
  moved: Moved
  /** Keeps what was moved. */
  note(moved: Moved): Promise<void>
  say(text: string): void
}

export async function moveVolumes({ from, to, moved, note, say }: MoveOptions): Promise<Moved> {
  const volumes = await from.list()
  let done = moved
  for (const id of Object.keys(done)) {
    if (volumes.some((volume) => volume.id === id)) continue
    await to.remove(id)
    done = Object.fromEntries(Object.entries(done).filter(([other]) => other !== id))
    await note(done)
  }
  for (const [n, volume] of volumes.entries()) {
    const { id } = volume
    const version = await from.version(id)
    if (done[id] === version) continue
    await copy(from, to, volume)
    if ((await from.version(id)) !== version)
      throw new DriverError('refused', `volume ${id} was written to while it was copied: stop what uses it`)
    done = { ...done, [id]: version }
    await note(done)
    say(`copied and verified ${n + 1} of ${volumes.length} volumes`)
  }
  return done
}

async function copy(from: BlockStore, to: BlockStore, { id, size }: BlockVolume): Promise<void> {
  // of an attempt that was interrupted, or of other bytes
  await to.remove(id)
  await to.create(id, size)
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const bytes = await from.read(id, at, Math.min(PIECE_BYTES, size - at))
    if (bytes.some((byte) => byte !== 0)) await to.write(id, at, bytes)
  }
  await to.flush(id)
  if ((await from.digest(id, size)) !== (await to.digest(id, size)))
    throw new DriverError('refused', `the copy of volume ${id} is not the same: try again`)
}
