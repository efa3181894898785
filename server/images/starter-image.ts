// The image that `npm run starter-image` has built into the data directory, if somebody ran it.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { StarterImage } from '#control/frame/ports/host.ts'

export async function findStarterImage(file: string): Promise<StarterImage | undefined> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile() || found.size === 0) return undefined
  return {
    size: found.size,
    version: `${found.size}-${found.mtimeMs}`,
    async *read(start, end) {
      yield* createReadStream(file, { start, end: end - 1 })
    },
  }
}
