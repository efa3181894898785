// What is written waits in a file until there is enough for one import, because every import is a process. The file has the format of
// `rbd export-diff`, so Ceph's own tool reads it: only what was written takes space, and zeroes take none.
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isZero } from '#contract/is-zero.ts'
import { joined } from '../libvirt/access/bytes.ts'

const SUFFIX = '.diff'
const HEADER = new TextEncoder().encode('rbd diff v1\n')
const END = Uint8Array.of(0x65)
const WRITE = 0x77
const ZERO = 0x7a
const RECORD_BYTES = 17

export interface Staging {
  /** True once so much waits that it should be imported. */
  add(id: string, offset: number, bytes: Uint8Array): Promise<boolean>
  /** Whether these bytes, or some of them, wait already: one import must not write the same place twice. */
  overlaps(id: string, offset: number, length: number): boolean
  /** Gives the path of what waits to `work` and forgets it then. Does nothing if nothing waits. */
  take(id: string, work: (path: string) => Promise<void>): Promise<void>
  drop(id: string): Promise<void>
  /** What waits stays for the next start. */
  close(): Promise<void>
}

interface Waiting {
  file: FileHandle
  end: number
  ranges: [number, number][]
}

/** What a server that was killed has left is imported with the rest. */
export async function openStaging(folder: string, limit: number): Promise<Staging> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = (id: string) => join(folder, id + SUFFIX)
  const waiting = new Map<string, Waiting>()
  for (const name of await readdir(folder)) if (name.endsWith(SUFFIX)) await resume(name.slice(0, -SUFFIX.length))

  async function resume(id: string) {
    const file = await open(path(id), 'r+')
    const { end, ranges } = await recordsIn(file)
    await file.truncate(end)
    waiting.set(id, { file, end, ranges })
  }

  async function begin(id: string): Promise<Waiting> {
    const file = await open(path(id), 'w+', 0o600)
    await file.write(HEADER, 0, HEADER.length, 0)
    const fresh: Waiting = { file, end: HEADER.length, ranges: [] }
    waiting.set(id, fresh)
    return fresh
  }

  async function drop(id: string) {
    const found = waiting.get(id)
    waiting.delete(id)
    await found?.file.close()
    await rm(path(id), { force: true })
  }

  return {
    async add(id, offset, bytes) {
      const found = waiting.get(id) ?? (await begin(id))
      const record = recordOf(offset, bytes)
      for (let done = 0; done < record.length;)
        done += (await found.file.write(record, done, record.length - done, found.end + done)).bytesWritten
      // only now: what was cut off is written again
      found.end += record.length
      found.ranges.push([offset, offset + bytes.length])
      return found.end >= limit
    },
    overlaps: (id, offset, length) =>
      waiting.get(id)?.ranges.some(([from, to]) => offset < to && from < offset + length) ?? false,
    async take(id, work) {
      const found = waiting.get(id)
      if (!found) return
      await found.file.write(END, 0, END.length, found.end)
      await work(path(id))
      await drop(id)
    },
    drop,
    async close() {
      const files = [...waiting.values()].map(({ file }) => file)
      waiting.clear()
      await Promise.all(files.map((file) => file.close()))
    },
  }
}

/** One write, as `rbd import-diff` reads it. */
function recordOf(offset: number, bytes: Uint8Array): Uint8Array {
  const isEmpty = isZero(bytes)
  const record = new Uint8Array(RECORD_BYTES + (isEmpty ? 0 : bytes.length))
  const view = new DataView(record.buffer)
  view.setUint8(0, isEmpty ? ZERO : WRITE)
  view.setBigUint64(1, BigInt(offset), true)
  view.setBigUint64(9, BigInt(bytes.length), true)
  if (!isEmpty) record.set(bytes, RECORD_BYTES)
  return record
}

export const diffOf = (offset: number, bytes: Uint8Array): Uint8Array => joined([HEADER, recordOf(offset, bytes), END])

/** Up to the last record that is complete. */
async function recordsIn(file: FileHandle): Promise<{ end: number; ranges: [number, number][] }> {
  const { size } = await file.stat()
  const ranges: [number, number][] = []
  const head = new DataView(new ArrayBuffer(RECORD_BYTES))
  let end = HEADER.length
  while (end + RECORD_BYTES <= size) {
    await file.read(head, 0, RECORD_BYTES, end)
    const [offset, length] = [Number(head.getBigUint64(1, true)), Number(head.getBigUint64(9, true))]
    const tag = head.getUint8(0)
    const next = end + RECORD_BYTES + (tag === WRITE ? length : 0)
    if ((tag !== WRITE && tag !== ZERO) || next > size) break
    ranges.push([offset, offset + length])
    end = next
  }
  if (size < HEADER.length) await file.write(HEADER, 0, HEADER.length, 0)
  return { end, ranges }
}
