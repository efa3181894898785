// The architecture of disks, images and snapshots, which is a column of their volumes. Whoever can see one sees it; whoever can change
// one decides about it, while no machine runs from it.
import type { Wire } from '#contract/api.ts'
import type { architecture as operations } from '#contract/architecture.ts'
import type { Action } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { conflict } from '../frame/errors.ts'
import { findInstance } from '../frame/find-instance.ts'
import { findProject } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { readableProjects } from '../frame/readable-projects.ts'
import type { Scope, Subject } from '../frame/subject.ts'
import { findDisk, type DiskRow } from '../storage/disk.ts'
import { findImage } from '../storage/image.ts'
import { findSnapshot } from '../storage/snapshot.ts'
import { recordArchitecture } from '../storage/volume-architecture.ts'
import { volumeOf } from '../storage/volume.ts'
import { architectureOf } from './instance-architecture.ts'

type Kind = Wire<'ArchitectureKind'>

interface Selector {
  resource: string
  project?: string | undefined
}

type Found = Subject & Required<Scope> & { id: string }

const find: Record<Kind, (ctx: Ctx, selector: Selector, action: Action) => Promise<Found>> = {
  disk: (ctx, { resource, ...at }, action) => findDisk(ctx, { disk: resource, ...at }, action),
  image: (ctx, { resource, ...at }, action) => findImage(ctx, { image: resource, ...at }, action),
  snapshot: (ctx, { resource, ...at }, action) => findSnapshot(ctx, { snapshot: resource, ...at }, action),
}

export const architecture = {
  async architecture_list(ctx, { path: { kind }, query }) {
    const { silo_id } = actorOf(ctx)
    let rows = ctx.db
      // every kind has the columns read here
      .selectFrom(`${kind as 'image'} as carrier`)
      .innerJoin('volume', 'volume.id', 'carrier.id')
      .leftJoin('project', 'project.id', 'carrier.project_id')
      .select(['carrier.id', 'carrier.name', 'volume.architecture', 'project.name as project_name'])
      .where('carrier.silo_id', '=', silo_id)
      .where('volume.architecture', 'is not', null)
    const projects = query.project
      ? [(await findProject(ctx, query.project, 'list_children')).id]
      : readableProjects(actorOf(ctx))
    if (projects?.length === 0) return { items: [], next_page: null }
    if (projects) rows = rows.where('carrier.project_id', 'in', projects)
    const { items, next_page } = await page(query, rows, 'carrier')
    return { items: items.map((row) => ({ ...row, architecture: row.architecture! })), next_page }
  },

  async architecture_view(ctx, { path: { kind, resource }, query }) {
    if (kind === 'instance') {
      const { id } = await findInstance(ctx, { instance: resource, ...query }, 'read')
      return { architecture: await architectureOf(ctx.db, id) }
    }
    const { id } = await find[kind](ctx, { resource, ...query }, 'read')
    return { architecture: (await volumeOf(ctx, id))?.architecture ?? null }
  },

  async architecture_update(ctx, { path: { kind, resource }, query, body }) {
    const row = ctx.subject(await find[kind](ctx, { resource, ...query }, 'modify'))
    if (kind === 'disk') await mustBeIdle(ctx, row.id)
    await recordArchitecture(ctx, row.id, body.architecture)
    return body
  },
} satisfies Handlers<keyof typeof operations>

/** A machine that runs would go on with another one than the disk says. */
async function mustBeIdle(ctx: Ctx, id: DiskRow['id']): Promise<void> {
  const user = await ctx.db
    .selectFrom('disk')
    .innerJoin('instance', 'instance.id', 'disk.instance_id')
    .select(['disk.name', 'instance.name as instance_name'])
    .where('disk.id', '=', id)
    .where('instance.sled_id', 'is not', null)
    .executeTakeFirst()
  if (user) throw conflict(`disk ${user.name} is in use: stop instance ${user.instance_name} first`)
}
