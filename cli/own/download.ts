// `rackwright disk download`, `snapshot download` and `image download`: to a sparse file, which the same command continues.
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import type { OperationId } from '#contract/operations.ts'
import { needText, textIn } from '../args.ts'
import type { Run } from '../context.ts'
import { CliError, EXIT, usage } from '../failure.ts'
import type { Reply } from '../http.ts'
import { write } from '../io.ts'

const HEADER_BYTES = 16

/** How far an interrupted download got, beside its file. */
interface Kept {
  etag: string
  offset: number
}

async function readKept(path: string): Promise<Kept | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Kept
  } catch {
    return undefined
  }
}

const download =
  (noun: 'disk' | 'snapshot' | 'image'): Run =>
  async (given, positionals, { io, connect }) => {
    const [target, ...others] = positionals
    if (target === undefined || others.length > 0) throw usage('which file to save it to?')
    const [partial, notes] = [`${target}.partial`, `${target}.partial.json`]
    const path = { [noun]: needText(given, noun) }
    const query = { project: textIn(given, 'project'), sparse: true }
    const api = connect()
    const operation: OperationId = `${noun}_content_download`
    const ask = (offset: number) => api.open(operation, { path, query: { ...query, offset } }, io.signal)
    const kept = existsSync(partial) ? await readKept(notes) : undefined
    let offset = kept?.offset ?? 0
    let reply = await ask(offset)
    if (kept && reply.headers.etag !== kept.etag) {
      // it changed meanwhile
      reply.body.destroy()
      reply = await ask((offset = 0))
    }
    const file = await open(partial, offset === 0 ? 'w' : 'r+')
    try {
      if (offset > 0) await write(io.stderr, `Continuing at byte ${offset}\n`)
      const size = await apply(reply, file, (at) => (offset = at))
      await file.truncate(size)
      await file.sync()
    } catch (error) {
      await file.sync()
      await writeFile(notes, JSON.stringify({ etag: reply.headers.etag, offset }))
      const reason = `the download was interrupted at byte ${offset}: run the same command again to continue`
      throw new CliError(io.signal.aborted ? EXIT.interrupted : EXIT.other, `${reason} (${(error as Error).message})`)
    } finally {
      await file.close()
    }
    await rename(partial, target)
    await rm(notes, { force: true })
  }

/** Writes the records to the file, and returns the size. What is not written stays a hole. */
async function apply({ body }: Reply, file: FileHandle, onDone: (offset: number) => void): Promise<number> {
  let pending: Buffer = Buffer.alloc(0)
  let [offset, left, isLast] = [0, 0, false]
  for await (const part of body as AsyncIterable<Buffer>) {
    pending = pending.length > 0 ? Buffer.concat([pending, part]) : part
    for (;;) {
      const data = pending.subarray(0, left)
      if (data.length > 0) {
        await file.write(data, 0, data.length, offset)
        onDone((offset += data.length))
        left -= data.length
        pending = pending.subarray(data.length)
      }
      if (left > 0 || pending.length < HEADER_BYTES) break
      offset = Number(pending.readBigUInt64BE(0))
      left = Number(pending.readBigUInt64BE(8))
      isLast = left === 0
      pending = pending.subarray(HEADER_BYTES)
      onDone(offset)
    }
  }
  if (!isLast || left > 0 || pending.length > 0) throw new Error('the response ended early')
  return offset
}

export const diskDownload = download('disk')
export const snapshotDownload = download('snapshot')
export const imageDownload = download('image')
