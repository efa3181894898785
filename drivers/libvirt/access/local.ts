// This machine, as a host.
import { spawn } from 'node:child_process'
import { watch as watchFolder } from 'node:fs'
import { appendFile, chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { dirname, join } from 'node:path'
import { runChild } from './child.ts'
import type { FileEntry, HostAccess } from './host-access.ts'

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const ignoreMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
}

export const thisMachine: HostAccess = {
  run: runChild,

  async follow(command) {
    // it would outlive a server that is killed, until it has something to say
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...command], { stdio: ['ignore', 'pipe', 'ignore'] })
    // it is closed as well then
    child.on('error', () => undefined)
    return child
  },

  connect: (path) =>
    new Promise((resolve, reject) => {
      const socket = createConnection(path)
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(socket)
      })
    }),

  async list(folder) {
    const names = await readdir(folder).catch((error: unknown) => ignoreMissing(error) ?? [])
    const entries = names.map(async (name): Promise<FileEntry[]> => {
      const found = await stat(join(folder, name)).catch(ignoreMissing)
      return found ? [{ name, size: found.size, inode: found.ino }] : []
    })
    return (await Promise.all(entries)).flat()
  },

  async read(path, from, max_bytes) {
    const file = await open(path).catch(ignoreMissing)
    if (!file) return undefined
    try {
      const { size, ino: inode } = await file.stat()
      const bytes = new Uint8Array(Math.max(0, Math.min(max_bytes, size - from)))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
      return { bytes: bytes.subarray(0, bytesRead), inode }
    } finally {
      await file.close()
    }
  },

  async write(path, content, mode = PRIVATE_FILE) {
    await writeFile(path, content, { mode })
    await chmod(path, mode)
  },

  append: (path, content) => appendFile(path, content),
  rename: (from, to) => rename(from, to).catch(ignoreMissing),
  makeFolder: async (path) => void (await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })),
  removeFolder: (path) => rm(path, { recursive: true, force: true }),

  watch(file, notify) {
    try {
      // the folder, because the file is replaced by another
      const watcher = watchFolder(dirname(file), notify)
      watcher.on('error', () => watcher.close())
      return () => watcher.close()
    } catch {
      // not there yet: looking again finds it
      return () => undefined
    }
  },

  close: () => undefined,
}
