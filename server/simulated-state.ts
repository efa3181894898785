// The simulated machines' record as a file: replaced wholly or not at all, and on disk before anybody is told.
import { open, readFile, rename } from 'node:fs/promises'
import type { Persistence } from '#hypervisor/simulated.ts'

export function fileState(path: string): Persistence {
  const half_written = `${path}.half-written`
  return {
    async load() {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    async save(text) {
      const file = await open(half_written, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(half_written, path)
    },
  }
}
