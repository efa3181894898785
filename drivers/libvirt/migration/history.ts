// What a guest has printed goes with it. The host that it moves to begins a file of its own, which the log (serial-log.ts) takes for the
// part after this one. So the part can still grow when the guest has arrived.
import { filesOf } from '../definitions.ts'
import type { Host } from '../host.ts'
import { makeSerialLog } from '../serial-log.ts'

const PIECE = 4 * 2 ** 20
/** By this name the log knows that the part is the first. */
export const firstPartOf = (log: string) => `${log}-0`

/** Adds what is not there yet. May be interrupted at any time. */
export async function copyHistory(from: Host, to: Host, id: string, generation: number): Promise<void> {
  const log = makeSerialLog(from.access, filesOf(from, id, generation).log)
  const part = firstPartOf(filesOf(to, id, generation).log)
  // what a guest prints meanwhile goes with a later copy: one that never stops would never move
  const end = await log.size()
  for (;;) {
    const start = await sizeOf(to, part)
    const piece = await log.read(start, Math.min(PIECE, end - start))
    if (piece.length === 0) return
    await to.access.append(part, piece)
  }
}

async function sizeOf({ access }: Host, path: string): Promise<number> {
  const slash = path.lastIndexOf('/')
  const entries = await access.list(path.slice(0, slash))
  return entries.find(({ name }) => name === path.slice(slash + 1))?.size ?? 0
}
