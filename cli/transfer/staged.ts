// Uploads a file that the host makes an image of, or has it fetch a URL. The host keeps what has arrived: the same command continues.
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { camelize, snakify } from '#contract/camel.ts'
import { ApiError } from '#contract/errors.ts'
import { formatOf, headerProblem, HEADER_BYTES } from '#contract/image-format.ts'
import { isZero } from '#contract/is-zero.ts'
import { uploadStaged, type Read, type Staged } from '#contract/staged-upload.ts'
import type { Api, WireCall } from '../api.ts'
import { CliError, EXIT, Refused, usage } from '../failure.ts'
import type { Io } from '../io.ts'
import { filler } from './fill.ts'
import { makeProgress, type Progress } from './progress.ts'
import { retry } from './retry.ts'

type Upload = Parameters<typeof uploadStaged>[0]

interface Job extends Pick<Upload, 'project' | 'image'> {
  api: Api
  io: Io
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

/** The image, once the host has made it. */
export async function upload(job: Job, from: string): Promise<unknown> {
  if (isUrl(from)) return make(job, { source: { type: 'url', url: from } })
  const file = await open(from, 'r')
  try {
    const { size, mtimeMs, ino } = await file.stat()
    const fingerprint = createHash('sha256').update(`${from} ${size} ${mtimeMs} ${ino}`).digest('hex')
    return await make(job, { source: { type: 'file', size, fingerprint }, read: reader(file) })
  } finally {
    await file.close()
  }
}

function reader(file: FileHandle): Read {
  const fill = filler(file)
  return async (offset, length) => {
    const bytes = new Uint8Array(length)
    if ((await fill(bytes, offset)) < length) throw usage('the file was truncated while it was read')
    return isZero(bytes) ? null : bytes
  }
}

async function make({ api, io, project, image }: Job, from: Upload['from']): Promise<unknown> {
  const { show, end } = showing(io, from.source.type)
  const { signal } = io
  try {
    const wait = (ms: number) => io.sleep(ms, signal)
    const { imageId } = await uploadStaged({
      call: callOf(api, io),
      project,
      image,
      from,
      wait,
      signal,
      onProgress: show,
    })
    return await api.call('image_view', { path: { image: imageId } }, signal)
  } catch (error) {
    if (error instanceof ApiError) throw new CliError(EXIT.refused, error.message || 'the upload failed')
    throw error
  } finally {
    end()
  }
}

const callOf =
  (api: Api, io: Io): Upload['call'] =>
  async (operation, params) => {
    const { path, query, body } = params as WireCall
    const call = {
      ...(path && { path }),
      ...(query && { query }),
      body: body instanceof Uint8Array ? body : snakify(body),
    }
    try {
      return camelize(await retry(io, io.signal, () => api.call(operation, call, io.signal))) as never
    } catch (error) {
      if (operation === 'image_upload_create' && error instanceof Refused && error.status === 405)
        throw new CliError(EXIT.refused, 'this host takes only raw images: decompress or convert the file first')
      throw error
    }
  }

/** One progress bar after the other: of the upload or the host's fetching, then of the image. */
function showing(io: Io, type: 'file' | 'url') {
  let shown: { label: string; progress: Progress } | undefined
  const set = (label: string, bytes: number, size: number) => {
    if (shown?.label !== label) {
      shown?.progress.end()
      shown = { label, progress: makeProgress(io, label, size) }
    }
    shown.progress.set(bytes)
  }
  return {
    show({ state, size, received, percent }: Staged) {
      if (!size) return
      if (typeof percent === 'number') set('Making the image', (percent / 100) * size, size)
      else if (type === 'file' ? shown?.label !== 'Making the image' : state === 'fetching')
        set(type === 'file' ? 'Uploading' : 'Fetching', received, size)
    },
    end: () => shown?.progress.end(),
  }
}
