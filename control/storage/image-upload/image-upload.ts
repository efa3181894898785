// Image uploads: begun, written piece by piece, viewed and deleted. The loop in reconcile/image-upload.ts makes the image.
import { HEADER_BYTES, wholeGib } from '#contract/image-format.ts'
import { GIB, MAX_DISK_GIB, MAX_IMAGE_UPLOADS } from '#contract/limits.ts'
import type { imageUpload as operations } from '#contract/image-upload.ts'
import type { Input, Wire } from '#contract/api.ts'
import { blockErrorOf } from '../block-error.ts'
import { actorOf, type Ctx, type Handlers, type Host } from '../../frame/context.ts'
import type { RowOf } from '../../db/database.ts'
import { alreadyExists, conflict, Failure, invalidRequest, invalidValue } from '../../frame/errors.ts'
import { NO_STORAGE_LEFT } from '../../frame/image-tools.ts'
import { newIdentity } from '../../frame/identity.ts'
import { checkSystem } from '../image.ts'
import { findProject, makeFinder, type ProjectRow } from '../../frame/lookup.ts'
import { page } from '../../frame/page.ts'
import { charge } from '../../frame/usage.ts'
import { chargeFor, release } from './charge.ts'
import { whyNotImage } from './supported.ts'
import { forgetWritten, noteWritten, writtenUntil } from './written.ts'
import { settle } from '../volume-work.ts'
import { requestVolume } from '../volume.ts'

export type UploadRow = RowOf<'image_upload'>
type Params = Input<'image_upload_create'>['body']
type FileParams = Extract<Params['source'], { type: 'file' }>

const MAX_UNRECORDED_BYTES = 256 * 2 ** 20
const RECORD_INTERVAL_MS = 1000

const UNFINISHED = ['receiving', 'fetching', 'converting'] as const
const isUnfinished = ({ state }: UploadRow) => (UNFINISHED as readonly string[]).includes(state)

/** By ID only: several uploads can want the same name. */
const findUpload = makeFinder({
  table: 'image_upload',
  label: 'image-upload',
  param: 'upload',
  idWith: 'when providing upload as an ID, project should not be specified',
  nameWithout: 'upload should be an ID',
})

/** Without the query and the password, which can be what gives access to the file. */
export function shownUrl(text: string): string {
  const { origin, pathname } = new URL(text)
  return origin + pathname
}

const shown = ({ image_id, ...row }: UploadRow): Wire<'ImageUpload'> => ({
  ...row,
  url: row.url && shownUrl(row.url),
  image_id: row.state === 'done' ? image_id : null,
})

/** The unfinished upload of the same file by the same person. It takes the new name and description. */
async function resume(ctx: Ctx, project: ProjectRow, params: Params): Promise<UploadRow | undefined> {
  const { name, description, os, version, block_size, source } = params
  if (source.type !== 'file') return undefined
  const known = await ctx.db
    .selectFrom('image_upload')
    .select('id')
    .where('project_id', '=', project.id)
    .where('state', '=', 'receiving')
    .where('user_id', '=', actorOf(ctx).id)
    .where('fingerprint', '=', source.fingerprint)
    .where('size', '=', source.size)
    .orderBy('received', 'desc')
    .executeTakeFirst()
  if (!known) return undefined
  return ctx.db
    .updateTable('image_upload')
    .set({ name, description, os, version, block_size, time_modified: ctx.now })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function checkSource({ imageTools }: Host, source: Params['source']): void {
  if (source.type === 'file') {
    if (source.size === 0) throw invalidValue('size', 'the file is empty')
    if (source.size > MAX_DISK_GIB * GIB) throw invalidValue('size', `the file is larger than ${MAX_DISK_GIB} GiB`)
    return
  }
  if (!imageTools.fetch) throw invalidRequest('this host has no network to fetch images from: upload a file')
  if (!URL.canParse(source.url) || !/^https?:$/.test(new URL(source.url).protocol))
    throw invalidValue('url', 'it must begin with http:// or https://')
}

async function begin(ctx: Ctx, project: ProjectRow, params: Params): Promise<UploadRow> {
  checkSource(ctx.host, params.source)
  const own = ctx.db.selectFrom('image_upload').select('id').where('project_id', '=', project.id)
  if ((await own.where('state', 'in', UNFINISHED).limit(MAX_IMAGE_UPLOADS).execute()).length === MAX_IMAGE_UPLOADS)
    throw invalidRequest(`a project can have at most ${MAX_IMAGE_UPLOADS} unfinished image uploads`)
  const { os, version, block_size, source } = params
  const file: FileParams | undefined = source.type === 'file' ? source : undefined
  const row = await ctx.db
    .insertInto('image_upload')
    .values({
      ...newIdentity(ctx, params),
      os,
      version,
      block_size,
      silo_id: project.silo_id,
      project_id: project.id,
      user_id: actorOf(ctx).id,
      url: source.type === 'url' ? source.url : null,
      fingerprint: file?.fingerprint,
      size: file?.size,
      received: 0,
      state: file ? 'receiving' : 'fetching',
      // an image has at least a gibibyte, whatever is at the URL
      charged: wholeGib(file?.size ?? 0),
      attempts: 0,
      percent: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await charge(ctx, row, { storage: row.charged })
  if (file) await requestVolume(ctx, { id: row.id, owner: 'upload', size: file.size })
  ctx.poke(file ? 'storage' : 'image-upload')
  return row
}

/** A long upload must not end in a name that is taken. The name can still be taken meanwhile. */
async function checkNameFree(ctx: Ctx, project_id: string, name: string): Promise<void> {
  const images = ctx.db.selectFrom('image').select('id').where('project_id', '=', project_id)
  if (await images.where('name', '=', name).executeTakeFirst()) throw alreadyExists('project-image', name)
}

async function findReceiving(ctx: Ctx, path: { upload: string }) {
  const row = ctx.subject(await findUpload(ctx, path, 'modify'))
  // a conflict: the response to the last piece may have been lost
  if (row.state !== 'receiving') throw conflict(`image upload ${row.name} is ${row.state} and takes no more bytes`)
  return row
}

/** A piece that left a gap would make zeros of what is missing. */
function checkStart({ name, received }: UploadRow, written: number, offset: number): void {
  if (offset < received || offset > written)
    throw conflict(`image upload ${name} continues at byte ${received}, not ${offset}`)
}

function checkEnd({ name, size }: UploadRow, end: number): void {
  if (end > (size ?? 0)) throw invalidRequest(`image upload ${name} has only ${size} bytes`)
}

/** Each record costs a flush and a transaction, so pieces that arrive fast share one. */
function isDue({ received, size, time_modified }: UploadRow, now: string, end: number): boolean {
  const age = new Date(now).getTime() - new Date(time_modified).getTime()
  return end === size || end - received >= MAX_UNRECORDED_BYTES || age >= RECORD_INTERVAL_MS
}

/** So that nobody sends gigabytes in vain. A first piece that is too short for this is checked with the rest. */
async function checkHeader(host: Host, row: UploadRow, bytes: Uint8Array): Promise<void> {
  if (bytes.length < Math.min(row.size ?? 0, HEADER_BYTES)) return
  const problem = whyNotImage(host, bytes)
  if (problem) throw invalidRequest(problem)
  await chargeFor({ host, row }, bytes)
}

async function store(host: Host, row: UploadRow, offset: number, bytes: Uint8Array): Promise<void> {
  try {
    await host.volumes.write(row.id, offset, bytes)
  } catch (error) {
    throw blockErrorOf(error) === 'full' ? new Failure('InsufficientCapacity', NO_STORAGE_LEFT) : error
  }
  noteWritten(host, row, offset, bytes.length)
}

/** Writes each part while the next one arrives. What is written counts, even if the rest of the piece is lost. */
async function receive(host: Host, row: UploadRow, offset: number, body: AsyncIterable<Uint8Array>): Promise<void> {
  let at = offset
  let writing = Promise.resolve()
  for await (const part of body) {
    checkEnd(row, at + part.length)
    if (at === 0) await checkHeader(host, row, part)
    await writing
    writing = store(host, row, at, part)
    // a failure is thrown when it is awaited; until then it is not unhandled
    writing.catch(() => undefined)
    at += part.length
  }
  await writing
}

/** Zeros need no write: what was never written reads as zero. */
async function skip(host: Host, row: UploadRow, offset: number, zeros: number, body: AsyncIterable<Uint8Array>) {
  for await (const part of body) if (part.length > 0) throw invalidRequest('a piece is either bytes or zeros')
  checkEnd(row, offset + zeros)
  noteWritten(host, row, offset, zeros)
}

/** Flushed first: after a power cut, the upload continues after what was recorded. */
async function record(ctx: Ctx, { id }: UploadRow, end: number): Promise<UploadRow> {
  try {
    await ctx.host.volumes.flush(id)
  } catch (error) {
    // what was written since the last flush may be lost
    forgetWritten(ctx.host, id)
    throw error
  }
  return ctx.write(async (inside) => {
    const current = inside.subject(await findUpload(inside, { upload: id }, 'modify'))
    // another request may have written the same piece meanwhile
    if (current.state !== 'receiving') return current
    const received = Math.max(current.received, end)
    const isComplete = received === current.size
    const changes = { received, time_modified: inside.now, ...(isComplete && { state: 'converting' as const }) }
    if (isComplete) inside.poke('image-upload')
    const update = inside.db.updateTable('image_upload').set(changes).where('id', '=', id)
    return update.returningAll().executeTakeFirstOrThrow()
  })
}

/** A project can be deleted although uploads have ended in it. */
export async function forgetEndedUploads(ctx: Ctx, project_id: string): Promise<void> {
  const ended = ctx.db.deleteFrom('image_upload').where('project_id', '=', project_id)
  await ended.where('state', 'in', ['done', 'failed']).execute()
}

export const imageUpload = {
  async image_upload_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    const uploads = ctx.db.selectFrom('image_upload').selectAll().where('project_id', '=', project.id)
    const { items, next_page } = await page(query, uploads, 'image_upload')
    return { items: items.map(shown), next_page }
  },

  image_upload_create: {
    async outside(ctx, { query, body }) {
      const row = await ctx.write(async (inside) => {
        const project = await findProject(inside, query.project, 'create_child')
        checkSystem(body)
        await checkNameFree(inside, project.id, body.name)
        return inside.subject((await resume(inside, project, body)) ?? (await begin(inside, project, body)))
      })
      if (row.state === 'receiving') await settle(ctx.host, row.id)
      return shown(row)
    },
  },

  async image_upload_view(ctx, { path }) {
    return shown(await findUpload(ctx, path, 'read'))
  },

  image_upload_write: {
    async outside(ctx, { path, query: { offset, zeros }, body }) {
      const { host } = ctx
      const row = await ctx.hold((now) => findReceiving(now, path))
      const written = writtenUntil(host, row)
      checkStart(row, written, offset)
      if (zeros === undefined) await receive(host, row, offset, body)
      else await skip(host, row, offset, zeros, body)
      const end = writtenUntil(host, row)
      // a piece is repeated by someone who relies on the row, maybe because another replica answered
      const isRepeated = offset < written
      if (offset > 0 && !isRepeated && !isDue(row, ctx.now, end)) return shown({ ...row, received: end })
      return shown(await record(ctx, row, end))
    },
  },

  async image_upload_delete(ctx, { path }) {
    const row = ctx.subject(await findUpload(ctx, path, 'modify'))
    await ctx.db.deleteFrom('image_upload').where('id', '=', row.id).execute()
    if (isUnfinished(row)) await release(ctx, row)
    ctx.poke('storage')
  },
} satisfies Handlers<keyof typeof operations>
