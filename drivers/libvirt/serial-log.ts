// Everything that the guest of one start has printed, as one sequence of bytes. On most hosts the file is written by virtlogd, which
// begins a new one every few megabytes and deletes the oldest: console.log becomes console.log.0, that becomes console.log.1, and so on.
// So finished files are renamed to where they begin in the sequence, which keeps them, and tells their place.
import { basename, dirname, join } from 'node:path'
import { joined } from './access/bytes.ts'
import type { HostAccess } from './access/host-access.ts'

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

const endOf = (parts: readonly Part[]) => {
  const last = parts.at(-1)
  return last ? last.start + last.size : 0
}

const numbersOf = (names: readonly string[], prefix: string) =>
  names.flatMap((each) => (each.startsWith(prefix) ? [Number(each.slice(prefix.length))] : [])).filter(Number.isInteger)

export function makeSerialLog(access: HostAccess, log: string): SerialLog {
  const folder = dirname(log)
  const name = basename(log)

  /** In order. The last one is being written. */
  async function parts(): Promise<Part[]> {
    for (;;) {
      const entries = new Map((await access.list(folder)).map((entry) => [entry.name, entry]))
      const names = [...entries.keys()]
      const found: Part[] = []
      const add = (file: string, start: number) => {
        const { size, inode } = entries.get(file)!
        found.push({ path: join(folder, file), start, size, inode })
      }
      for (const start of numbersOf(names, `${name}-`).sort((a, b) => a - b)) add(`${name}-${start}`, start)
      // the highest number is the oldest
      const [oldest] = numbersOf(names, `${name}.`).sort((a, b) => b - a)
      if (oldest === undefined) {
        if (entries.has(name)) add(name, endOf(found))
        return found
      }
      // another replica may have done it by now
      await access.rename(join(folder, `${name}.${oldest}`), join(folder, `${name}-${endOf(found)}`))
    }
  }

  /** From one file only. Repeated if the files change meanwhile: another file is written now, or another replica has renamed one. */
  async function readPart(from: number, max_bytes: number): Promise<{ bytes: Uint8Array; isLast: boolean }> {
    for (;;) {
      const all = await parts()
      const part = all.find(({ start, size }) => from >= start && from < start + size)
      if (!part) return { bytes: new Uint8Array(), isLast: true }
      const found = await access.read(part.path, from - part.start, Math.min(max_bytes, part.start + part.size - from))
      if (found?.inode === part.inode) return { bytes: found.bytes, isLast: part === all.at(-1) }
    }
  }

  return {
    size: async () => endOf(await parts()),
    async read(from, max_bytes) {
      const pieces: Uint8Array[] = []
      let length = 0
      while (length < max_bytes) {
        const { bytes, isLast } = await readPart(from + length, max_bytes - length)
        pieces.push(bytes)
        length += bytes.length
        // a guest that prints all the time, on a host that is far away, would keep us here
        if (isLast || bytes.length === 0) break
      }
      return joined(pieces)
    },
  }
}
