// A bounded cache of open files: opening one for every 512 KiB chunk would cost more than writing it.
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

interface Entry {
  opened: Promise<{ file: FileHandle; size: number }>
  users: number
  forgotten: boolean
}

export interface FileHandles {
  use<T>(id: string, work: (file: FileHandle, size: number) => Promise<T>): Promise<T>
  /** Closes once nobody uses it; a file created later under the same name is opened again. */
  forget(id: string): Promise<void>
  close(): Promise<void>
}

export function openHandles(path: (id: string) => string, limit: number): FileHandles {
  const entries = new Map<string, Entry>()

  function openEntry(id: string): Entry {
    const opened = open(path(id), 'r+').then(async (file) => ({ file, size: (await file.stat()).size }))
    return { opened, users: 0, forgotten: false }
  }

  async function closeEntry(entry: Entry) {
    const { file } = await entry.opened
    await file.close()
  }

  async function forget(id: string) {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    entry.forgotten = true
    if (entry.users === 0) await closeEntry(entry)
  }

  /** The least recently used come first, because a use moves its entry to the end. */
  async function trim() {
    for (const [id, entry] of entries) {
      if (entries.size <= limit) return
      if (entry.users === 0) await forget(id)
    }
  }

  async function use<T>(id: string, work: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
    const entry = entries.get(id) ?? openEntry(id)
    entries.delete(id)
    entries.set(id, entry)
    entry.users++
    try {
      const { file, size } = await entry.opened
      return await work(file, size)
    } finally {
      entry.users--
      const failed = await entry.opened.then(
        () => false,
        () => true,
      )
      if (failed && entries.get(id) === entry) entries.delete(id)
      if (!failed && entry.forgotten && entry.users === 0) await closeEntry(entry)
      await trim()
    }
  }

  return {
    use,
    forget,
    async close() {
      await Promise.all([...entries.keys()].map(forget))
    },
  }
}
