// Everything that the guest of one start has printed, as one sequence of bytes. On most hosts the file is written by virtlogd, which
// begins a new one every few megabytes and deletes the oldest: console.log becomes console.log.0, that becomes console.log.1, and so on.
// So finished files are renamed to where they begin in the sequence, which keeps them, and tells their place.
import { open, readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

interface Part {
  path: string
  /** Where it begins in the sequence. */
  start: number
  size: number
  inode: number
}

export interface SerialLog {
  size(): Promise<number>
  read(from: number, max_bytes: number): Promise<Uint8Array>
}

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

const endOf = (parts: readonly Part[]) => {
  const last = parts.at(-1)
  return last ? last.start + last.size : 0
}

const numbersOf = (names: readonly string[], prefix: string) =>
  names.flatMap((each) => (each.startsWith(prefix) ? [Number(each.slice(prefix.length))] : [])).filter(Number.isInteger)

export function makeSerialLog(log: string): SerialLog {
  const folder = dirname(log)
  const name = basename(log)

  /** In order. The last one is being written. */
  async function parts(): Promise<Part[]> {
    const names = await readdir(folder).catch((): string[] => [])
    const found: Part[] = []
    const add = async (path: string, start = endOf(found)) => {
      const { size, ino: inode } = await stat(path)
      found.push({ path, start, size, inode })
    }
    for (const start of numbersOf(names, `${name}-`).sort((a, b) => a - b))
      await add(join(folder, `${name}-${start}`), start)
    // the highest number is the oldest
    for (const number of numbersOf(names, `${name}.`).sort((a, b) => b - a)) {
      const kept = join(folder, `${name}-${endOf(found)}`)
      await rename(join(folder, `${name}.${number}`), kept)
      await add(kept)
    }
    if (names.includes(name)) await add(log)
    return found
  }

  /** Repeated if the files change meanwhile: another file is written now, or another replica has renamed one. */
  async function consistently<T>(work: (found: readonly Part[]) => Promise<T | undefined>): Promise<T> {
    for (;;) {
      try {
        const result = await work(await parts())
        if (result !== undefined) return result
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }
  }

  /** From one file only. */
  const readPart = (from: number, max_bytes: number) =>
    consistently(async (found) => {
      const part = found.find(({ start, size }) => from >= start && from < start + size)
      if (!part) return new Uint8Array()
      const file = await open(part.path)
      try {
        if ((await file.stat()).ino !== part.inode) return undefined
        const bytes = new Uint8Array(Math.min(max_bytes, part.start + part.size - from))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from - part.start)
        return bytes.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    })

  const size = () => consistently(async (found) => endOf(found))

  return {
    size,
    async read(from, max_bytes) {
      const bytes = new Uint8Array(Math.max(0, Math.min(max_bytes, (await size()) - from)))
      let length = 0
      while (length < bytes.length) {
        const piece = await readPart(from + length, bytes.length - length)
        if (piece.length === 0) break
        bytes.set(piece, length)
        length += piece.length
      }
      return bytes.subarray(0, length)
    },
  }
}
