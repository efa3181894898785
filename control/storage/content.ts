// Downloads of disks, snapshots and images. Who can read an image can boot from it, so readers can download it. The bytes of disks and
// snapshots need the role that could make an image of them.
import type { content as operations } from '#contract/content.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { canDisk } from '#contract/disk-states.ts'
import { canSnapshot } from '#contract/snapshot-states.ts'
import { download, streamOf } from '../frame/download.ts'
import { invalidRequest } from '../frame/errors.ts'
import { stored } from './block-error.ts'
import { findDisk } from './disk.ts'
import { findImage } from './image.ts'
import { findSnapshot } from './snapshot.ts'
import { sparseRecords } from './sparse-records.ts'
import { volumeOf } from './volume.ts'

const PIECE_BYTES = 2 ** 20
export const SPARSE_TYPE = 'application/vnd.rackwright.sparse'

interface Content {
  id: string
  name: string
  size: number
}

interface Wanted {
  sparse?: boolean | undefined
  offset?: number | undefined
}

async function* pieces({ host }: Ctx, id: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += PIECE_BYTES) yield host.volumes.read(id, at, Math.min(PIECE_BYTES, end - at))
}

async function send(ctx: Ctx, row: Content, { sparse = false, offset = 0 }: Wanted, version = ''): Promise<Response> {
  const { id, name } = row
  const volume = await volumeOf(ctx, id)
  if (volume?.volume_state !== 'ready') throw invalidRequest(`the content of ${name} is not ready`)
  const { size } = volume
  const reader = { close: async () => undefined }
  const etag = `"${id}${version && `-${version}`}${sparse ? '-sparse' : ''}"`
  if (!sparse) {
    const type = 'application/octet-stream'
    const read = ({ start, end }: { start: number; end: number }) => pieces(ctx, id, start, end)
    return download(ctx, { reader, size, etag, type, name: `${name}.raw`, pieces: read })
  }
  if (offset > size) throw invalidRequest(`${name} has only ${size} bytes`)
  const records = sparseRecords(pieces(ctx, id, offset, size), offset)
  const headers = { 'content-type': SPARSE_TYPE, etag, 'x-request-id': ctx.requestId }
  return new Response(streamOf(records, reader), { headers })
}

export const content = {
  async disk_content_download(ctx, { path, query: { project, ...wanted } }) {
    const row = await ctx.hold((now) => findDisk(now, { ...path, project }, 'modify'))
    if (!canDisk('download', row.disk_state))
      throw invalidRequest(`disk ${row.name} is ${row.disk_state}: take a snapshot and download that`)
    return send(ctx, row, wanted, await stored(ctx.host.volumes.version(row.id)))
  },

  async snapshot_content_download(ctx, { path, query: { project, ...wanted } }) {
    const row = await ctx.hold((now) => findSnapshot(now, { ...path, project }, 'modify'))
    if (!canSnapshot('download', row.state)) throw invalidRequest(`snapshot ${row.name} is ${row.state}`)
    return send(ctx, row, wanted)
  },

  async image_content_download(ctx, { path, query: { project, ...wanted } }) {
    const row = await ctx.hold((now) => findImage(now, { ...path, project }, 'read'))
    return send(ctx, row, wanted)
  },
} satisfies Handlers<keyof typeof operations>
