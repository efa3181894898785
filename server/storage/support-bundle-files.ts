// Support bundles as files of the data directory. A bundle gets its name when it is finished: a half-written one is never served.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundleStore } from '#control/frame/support-bundle-store.ts'
import { availableIn } from '#drivers/files/free-space.ts'

export async function openFileBundles(
  directory: string,
  available: () => Promise<number> = () => availableIn(directory),
): Promise<BundleStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const fileOf = (id: string) => join(directory, `${id}.zip`)

  async function remove(id: string): Promise<void> {
    const parts = (await readdir(directory)).filter((name) => name.startsWith(`${id}-`) && name.endsWith('.part'))
    for (const file of [fileOf(id), ...parts.map((name) => join(directory, name))]) await rm(file, { force: true })
  }

  return {
    remove,

    async create(id) {
      await remove(id)
      // a server that lost its lease may still be writing to a part of its own
      const part = join(directory, `${id}-${randomUUID()}.part`)
      const file = await open(part, 'wx', 0o600)
      return {
        async write(bytes) {
          if (bytes.length > (await available())) throw new Error('no space is left for support bundles')
          await file.writeFile(bytes)
        },
        async finish() {
          await file.datasync()
          await file.close()
          await rename(part, fileOf(id))
        },
        async discard() {
          await file.close()
          await rm(part, { force: true })
        },
      }
    },

    async open(id) {
      const file = await open(fileOf(id), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      if (!file) return undefined
      const { size } = await file.stat()
      return {
        size,
        async read(start, length) {
          const buffer = new Uint8Array(Math.min(length, Math.max(0, size - start)))
          const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
          return buffer.subarray(0, bytesRead)
        },
        close: () => file.close(),
      }
    },
  }
}
