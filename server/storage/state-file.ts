// A text file that is replaced atomically: a crash during a save leaves the previous text.
import { open, readFile, rename } from 'node:fs/promises'
import type { Persistence } from '#hypervisor/simulated.ts'

export function stateFile(path: string): Persistence {
  return {
    async load() {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async save(text) {
      const next = await open(`${path}.next`, 'w', 0o600)
      try {
        await next.writeFile(text)
        await next.datasync()
      } finally {
        await next.close()
      }
      await rename(`${path}.next`, path)
    },
  }
}
