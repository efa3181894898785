// Makes the image of one upload: fetches the file if it is at a URL, recognizes it by content, and fills the volume of the image.
import {
  formatOf,
  HEADER_BYTES,
  isCompression,
  isVirtualDisk,
  virtualSizeOf,
  wholeGib,
} from '#contract/image-format.ts'
import type { Host } from '../../frame/context.ts'
import { ImageProblem } from '../../frame/image-tools.ts'
import { makePercent, type Attempt, type Filled, type Made } from './attempt.ts'
import { chargeFor, chargeUpTo } from './charge.ts'
import { decompressTo } from './decompress-to.ts'
import { whyNotImage } from './supported.ts'
import { findArchitecture } from '../volume-architecture.ts'
import { workOn } from '../volume-work.ts'
import { requestVolume } from '../volume.ts'

export async function makeImage(attempt: Attempt): Promise<Made> {
  if (attempt.row.url !== null && attempt.row.state === 'fetching') await fetchFile(attempt)
  const made = await fill(attempt)
  const { host, image_id, row } = attempt
  await host.volumes.flush(image_id)
  const { size } = made
  return { ...made, architecture: await findArchitecture(host, { id: image_id, size, block_size: row.block_size }) }
}

/** How often the number of bytes received is recorded. */
const PROGRESS_BYTES = 8 * 2 ** 20

async function fetchFile(attempt: Attempt): Promise<void> {
  const { host, row, signal } = attempt
  if (!host.imageTools.fetch) throw new ImageProblem('This host has no network to fetch images from.')
  const { size, content } = await host.imageTools.fetch(row.url!, signal)
  await chargeUpTo(attempt, wholeGib(size))
  const now = host.clock.now().toISOString()
  await host.db.transaction(async (tx) => {
    const update = tx.updateTable('image_upload').set({ size, received: 0 })
    await update.where('id', '=', row.id).execute()
    // there already, if an earlier attempt was interrupted
    const volume = await tx.selectFrom('volume').select('size').where('id', '=', row.id).executeTakeFirst()
    if (volume && volume.size !== size) throw new ImageProblem('The file at this URL changed while it was fetched.')
    if (!volume) await requestVolume({ host, db: tx, now }, { id: row.id, silo_id: row.silo_id, owner: 'upload', size })
  })
  if ((await workOn(host, row.id)).problem) throw new Error('the file could not be created')
  row.size = size
  let offset = 0
  let recorded = 0
  for await (const piece of content) {
    signal.throwIfAborted()
    if (offset + piece.length > size) throw new ImageProblem('The server sent more bytes than it announced.')
    if (offset === 0 && piece.length >= Math.min(size, HEADER_BYTES)) await chargeFor(attempt, piece)
    await host.volumes.write(row.id, offset, piece)
    offset += piece.length
    if (offset - recorded < PROGRESS_BYTES && offset < size) continue
    recorded = offset
    await record(host, row.id, offset)
  }
  if (offset < size) throw new ImageProblem(`The server sent only ${offset} of ${size} bytes.`)
}

/** Quiet, because whoever waits for it asks every second. */
async function record({ db }: Host, id: string, received: number): Promise<void> {
  await db.transaction((tx) => tx.updateTable('image_upload').set({ received }).where('id', '=', id).execute(), {
    durable: false,
    quiet: true,
  })
}

async function fill(attempt: Attempt): Promise<Filled> {
  const { host, row, image_id } = attempt
  const size = row.size ?? 0
  const header = await host.volumes.read(row.id, 0, Math.min(size, HEADER_BYTES))
  const problem = whyNotImage(host, header)
  if (problem) throw new ImageProblem(problem)
  const format = formatOf(header)
  if (isCompression(format)) return decompressTo(attempt, format)
  if (isVirtualDisk(format)) return convert(attempt, format, virtualSizeOf(header))
  const made = { content: size, size: wholeGib(size) }
  await chargeUpTo(attempt, made.size)
  await host.volumes.clone(row.id, image_id, made.size)
  return made
}

async function convert(attempt: Attempt, format: 'qcow2' | 'vmdk', content: number): Promise<Filled> {
  const { host, row, image_id, signal } = attempt
  const { withPath } = host.volumes
  const { convert: run } = host.imageTools
  if (!withPath || !run) throw new Error('this host cannot convert images')
  const made = { content, size: wholeGib(content) }
  await chargeUpTo(attempt, made.size)
  await host.volumes.create(image_id, made.size)
  const job = { format, size: content, signal, onPercent: makePercent(attempt) }
  await withPath(row.id, (from) => withPath(image_id, (to) => run({ ...job, from, to })))
  return made
}
