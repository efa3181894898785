// Images, which disks are created from. Project images are found through their project, silo images by name alone.
import { canSnapshot } from '#contract/snapshot-states.ts'
import { MAX_OS_LENGTH } from '#contract/limits.ts'
import type { image as operations } from '#contract/image.ts'
import { mayInProject, maySilo, type Action } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { forbidden, invalidRequest, invalidValue, isUuid, notFound } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { keep } from '../frame/kept.ts'
import { findProject } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { ejectImage } from './cd.ts'
import { findSnapshot, type SnapshotRow } from './snapshot.ts'
import { charge, credit, move } from '../frame/usage.ts'
import { settle } from './volume-work.ts'
import { requestRemoval, requestVolume } from './volume.ts'

export type ImageRow = RowOf<'image'>

interface Selector {
  image: string
  project?: string | undefined
}

export async function findImage(ctx: Ctx, selector: Selector, action: Action): Promise<ImageRow> {
  const { image, project } = selector
  const images = ctx.db.selectFrom('image').selectAll()
  if (isUuid(image)) {
    if (project) throw invalidRequest('when providing image as an ID, project should not be specified')
    return mayHave(ctx, await images.where('id', '=', image).executeTakeFirst(), action, notFound('image', image))
  }
  const named = images.where('name', '=', image)
  if (project) {
    const { id } = await findProject(ctx, project, 'read')
    const row = await named.where('project_id', '=', id).executeTakeFirst()
    return mayHave(ctx, row, action, notFound('project-image', image))
  }
  const silo = named.where('silo_id', '=', actorOf(ctx).silo_id).where('project_id', 'is', null)
  return mayHave(ctx, await silo.executeTakeFirst(), action, notFound('silo-image', image))
}

async function mayHave(ctx: Ctx, row: ImageRow | undefined, action: Action, missing: Error): Promise<ImageRow> {
  if (!row || !may(ctx, row, 'read')) throw missing
  if (!may(ctx, row, action)) throw forbidden(row)
  return row
}

/** Silo images require a role on the silo; users with only project roles see only their projects' images. */
function may(ctx: Ctx, { project_id, silo_id }: ImageRow, action: Action): boolean {
  const actor = actorOf(ctx)
  if (project_id !== null) return mayInProject(actor, { id: project_id, silo_id }, action)
  return maySilo(actor, silo_id, action === 'read' ? 'list_children' : 'create_child')
}

/** Callers without the role get 403 instead of 404, because it is no secret that a silo can have images. */
function inSilo(ctx: Ctx, action: 'list_children' | 'create_child'): string {
  const { silo_id } = actorOf(ctx)
  if (!maySilo(actorOf(ctx), silo_id, action)) throw forbidden()
  return silo_id
}

const labelOf = (project_id: string | null) => (project_id === null ? 'silo-image' : 'project-image')

/** The silo's quota is charged as before; only the project whose charts show the image changes. */
async function place(ctx: Ctx, row: ImageRow, project_id: string | null): Promise<ImageRow> {
  await move(ctx, row.project_id, project_id, { storage: row.size })
  const update = ctx.db.updateTable('image').set({ project_id, time_modified: ctx.now }).where('id', '=', row.id)
  return ctx.subject(await uniquely(labelOf(project_id), row.name, update.returningAll().executeTakeFirstOrThrow()))
}

interface Place {
  silo_id: string
  project_id: string | null
}

async function placeFor(ctx: Ctx, project: string | undefined): Promise<Place> {
  if (project === undefined) return { silo_id: inSilo(ctx, 'create_child'), project_id: null }
  const { id, silo_id } = await findProject(ctx, project, 'create_child')
  return { silo_id, project_id: id }
}

async function sourceFor(ctx: Ctx, { project_id }: Place, snapshot: string): Promise<SnapshotRow> {
  const row = await findSnapshot(ctx, { snapshot }, 'read')
  if (project_id !== null && row.project_id !== project_id)
    throw invalidRequest('snapshot does not belong to this project')
  if (!canSnapshot('copy', row.state))
    throw invalidRequest(`snapshot ${row.name} is faulted: its content cannot be read`)
  return row
}

export function checkSystem(body: { os: string; version: string }): void {
  for (const label of ['os', 'version'] as const)
    if ([...body[label]].length > MAX_OS_LENGTH)
      throw invalidValue(label, `${label} may contain at most ${MAX_OS_LENGTH} characters`)
}

export const image = {
  async image_list(ctx, { query }) {
    const images = ctx.db.selectFrom('image').selectAll()
    if (query.project === undefined) {
      const silo_id = inSilo(ctx, 'list_children')
      return page(query, images.where('silo_id', '=', silo_id).where('project_id', 'is', null), 'image')
    }
    const { id } = await findProject(ctx, query.project, 'list_children')
    return page(query, images.where('project_id', '=', id), 'image')
  },

  image_create: {
    async outside(ctx, { query, body }) {
      const made = await ctx.write(async (inside) => {
        const at = await placeFor(inside, query.project)
        checkSystem(body)
        const { id: source_id, size, block_size } = await sourceFor(inside, at, body.source.id)
        const { os, version } = body
        const insert = inside.db
          .insertInto('image')
          .values({ ...newIdentity(inside, body), ...at, os, version, size, block_size, digest: null })
        const label = labelOf(at.project_id)
        const row = await uniquely(label, body.name, insert.returningAll().executeTakeFirstOrThrow())
        await charge(inside, row, { storage: size })
        await requestVolume(inside, { id: row.id, silo_id: row.silo_id, owner: 'image', size, source_id })
        inside.subject(row)
        inside.poke('storage')
        return row
      })
      await settle(ctx.host, made.id)
      return made
    },
  },

  async image_view(ctx, { path, query }) {
    return findImage(ctx, { ...path, ...query }, 'read')
  },

  async image_delete(ctx, { path, query }) {
    const row = ctx.subject(await findImage(ctx, { ...path, ...query }, 'modify'))
    const { project_id, silo_id, size } = row
    await ejectImage(ctx, row.id)
    const rows = await ctx.db.deleteFrom('image').where('id', '=', row.id).returningAll().execute()
    await credit(ctx, row, { storage: size })
    if (await keep(ctx, { noun: 'image', row, silo_id, project_id, size, rows: { image: rows } })) return
    await requestRemoval(ctx, row.id)
    ctx.poke('storage')
  },

  async image_promote(ctx, { path, query }) {
    const row = ctx.subject(await findImage(ctx, { ...path, ...query }, 'modify'))
    if (row.project_id === null) throw invalidRequest('Cannot promote a silo image')
    inSilo(ctx, 'create_child')
    return place(ctx, row, null)
  },

  async image_demote(ctx, { path, query }) {
    // the project parameter is the destination
    const row = ctx.subject(await findImage(ctx, path, 'modify'))
    const target = await findProject(ctx, query.project, 'modify')
    if (row.project_id !== null) throw invalidRequest('Cannot demote a project image')
    return place(ctx, row, target.id)
  },
} satisfies Handlers<keyof typeof operations>
