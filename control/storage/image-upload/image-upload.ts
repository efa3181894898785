// Image uploads: begun, viewed and deleted. Their pieces arrive in receive.ts, and the loop in reconcile/image-upload.ts makes the image.
import { wholeGib } from '#contract/image-format.ts'
import { GIB, MAX_DISK_GIB, MAX_IMAGE_UPLOADS } from '#contract/limits.ts'
import type { imageUpload as operations } from '#contract/image-upload.ts'
import type { Input, Wire } from '#contract/api.ts'
import { actorOf, type Ctx, type Handlers, type Host } from '../../frame/context.ts'
import { alreadyExists, invalidRequest, invalidValue } from '../../frame/errors.ts'
import { newIdentity } from '../../frame/identity.ts'
import { keptLabels } from '../../frame/labels.ts'
import { checkSystem } from '../image.ts'
import { findProject, type ProjectRow } from '../../frame/lookup.ts'
import { page } from '../../frame/page.ts'
import { charge } from '../../frame/usage.ts'
import { release } from './charge.ts'
import { findUpload, type UploadRow } from './find-upload.ts'
import { receivePiece } from './receive.ts'
import { settle } from '../volume-work.ts'
import { requestVolume } from '../volume.ts'

type Params = Input<'image_upload_create'>['body']
type FileParams = Extract<Params['source'], { type: 'file' }>

const UNFINISHED = ['receiving', 'fetching', 'converting'] as const
const isUnfinished = ({ state }: UploadRow) => (UNFINISHED as readonly string[]).includes(state)

/** Without the query and the password, which can be what gives access to the file. */
export function shownUrl(text: string): string {
  const { origin, pathname } = new URL(text)
  return origin + pathname
}

const shown = ({ image_id, ...row }: UploadRow): Wire<'ImageUpload'> => ({
  ...row,
  labels: row.labels ?? [],
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
    .set({
      name,
      description,
      os,
      version,
      block_size,
      labels: keptLabels(params.labels ?? []),
      time_modified: ctx.now,
    })
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
      labels: keptLabels(params.labels ?? []),
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
      pieces: 0,
      percent: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await charge(ctx, row, { storage: row.charged })
  if (file) await requestVolume(ctx, { id: row.id, silo_id: row.silo_id, owner: 'upload', size: file.size })
  ctx.poke(file ? 'storage' : 'image-upload')
  return row
}

/** A long upload must not end in a name that is taken. The name can still be taken meanwhile. */
async function checkNameFree(ctx: Ctx, project_id: string, name: string): Promise<void> {
  const images = ctx.db.selectFrom('image').select('id').where('project_id', '=', project_id)
  if (await images.where('name', '=', name).executeTakeFirst()) throw alreadyExists('project-image', name)
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
    outside: async (ctx, { path, query, body }) => shown(await receivePiece(ctx, path, query, body)),
  },

  async image_upload_delete(ctx, { path }) {
    const row = ctx.subject(await findUpload(ctx, path, 'modify'))
    if (row.state === 'receiving' && row.pieces > 0) ctx.event.pieces = row.pieces
    await ctx.db.deleteFrom('image_upload').where('id', '=', row.id).execute()
    if (isUnfinished(row)) await release(ctx, row)
    ctx.poke('storage')
  },
} satisfies Handlers<keyof typeof operations>
