// Uploads a file that the host makes an image of, or has it fetch a URL. The host keeps what has arrived: the same command continues.
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { formatOf, headerProblem, HEADER_BYTES } from '#contract/image-format.ts'
import { MAX_UPLOAD_PIECE_BYTES } from '#contract/limits.ts'
import type { Api } from '../api.ts'
import { CliError, EXIT, Refused, usage } from '../failure.ts'
import type { Io } from '../io.ts'
import { retry } from './chunks.ts'
import { makeProgress } from './progress.ts'

const POLL_INTERVAL_MS = 500
const CONFLICT = 409

interface Staged {
  id: string
  state: string
  size: number | null
  received: number
  percent: number | null
  problem: string | null
  image_id: string | null
}

interface Job {
  api: Api
  io: Io
  project: string
  /** name, description, os, version and block_size */
  image: object
}

export const isUrl = (text: string) => /^https?:\/\//i.test(text)

/** Whether the host has to unpack or convert it. Throws if it cannot. */
export async function isStaged(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: Error) => {
    throw usage(`cannot read ${path}: ${error.message}`)
  })
  try {
    const header = new Uint8Array(HEADER_BYTES)
    const { bytesRead } = await file.read(header, 0, header.length, 0)
    const start = header.subarray(0, bytesRead)
    const problem = formatOf(start) === 'raw' ? undefined : headerProblem(start)
    if (problem) throw usage(`${path}: ${problem}`)
    return formatOf(start) !== 'raw'
  } finally {
    await file.close()
  }
}

export async function uploadStaged(job: Job, from: string): Promise<unknown> {
  if (isUrl(from)) return finished(job, await begin(job, { type: 'url', url: from }), 'Fetching')
  const file = await open(from, 'r')
  try {
    const { size, mtimeMs, ino } = await file.stat()
    const fingerprint = createHash('sha256').update(`${from} ${size} ${mtimeMs} ${ino}`).digest('hex')
    const begun = await begin(job, { type: 'file', size, fingerprint })
    await send(job, file, begun, size)
    return await finished(job, begun)
  } finally {
    await file.close()
  }
}

async function begin({ api, io, project, image }: Job, source: object): Promise<Staged> {
  const body = { ...image, source }
  try {
    return await retry(io, io.signal, () => api.call('image_upload_create', { query: { project }, body }, io.signal))
  } catch (error) {
    if (error instanceof Refused && error.status === 405)
      throw new CliError(EXIT.refused, 'this host takes only raw images: decompress or convert the file first')
    throw error
  }
}

const view = ({ api, io }: Job, upload: string) =>
  retry(io, io.signal, () => api.call<Staged>('image_upload_view', { path: { upload } }, io.signal))

interface Reading {
  offset: number
  bytes: Promise<Uint8Array>
}

/** Starts to read, so that a piece can be read while the one before it is sent. */
function readPiece(file: FileHandle, offset: number, size: number): Reading {
  const buffer = new Uint8Array(Math.min(MAX_UPLOAD_PIECE_BYTES, size - offset))
  const bytes = file.read(buffer, 0, buffer.length, offset).then(({ bytesRead }) => buffer.subarray(0, bytesRead))
  // a failure is thrown when its turn comes, which may be never
  bytes.catch(() => undefined)
  return { offset, bytes }
}

async function send(job: Job, file: FileHandle, begun: Staged, size: number): Promise<void> {
  const { api, io } = job
  const progress = makeProgress(io, 'Uploading', size)
  const path = { upload: begun.id }
  try {
    let next = readPiece(file, begun.received, size)
    for (let at = begun; at.state === 'receiving'; progress.set(at.received)) {
      const offset = at.received
      if (next.offset !== offset) next = readPiece(file, offset, size)
      const body = await next.bytes
      if (body.length === 0) throw usage('the file was truncated while it was read')
      next = readPiece(file, offset + body.length, size)
      const write = () => api.call<Staged>('image_upload_write', { path, query: { offset }, body }, io.signal)
      at = await retry(io, io.signal, write).catch((error: unknown) => {
        // the response to an earlier attempt was lost
        if (error instanceof Refused && error.status === CONFLICT) return view(job, begun.id)
        throw error
      })
    }
  } finally {
    progress.end()
  }
}

/** The image, once the host has made it. */
async function finished(job: Job, begun: Staged, label?: string): Promise<unknown> {
  const { api, io } = job
  let progress: ReturnType<typeof makeProgress> | undefined
  let making: typeof progress
  try {
    for (;;) {
      const { state, problem, image_id, size, received, percent } = await view(job, begun.id)
      if (state === 'failed') throw new CliError(EXIT.refused, problem ?? 'the upload failed')
      if (state === 'done') return await api.call('image_view', { path: { image: image_id } }, io.signal)
      if (label && size && state === 'fetching') (progress ??= makeProgress(io, label, size)).set(received)
      if (size && percent !== null) (making ??= makeProgress(io, 'Making the image', size)).set((percent / 100) * size)
      await io.sleep(POLL_INTERVAL_MS, io.signal)
    }
  } finally {
    ;(making ?? progress)?.end()
  }
}
