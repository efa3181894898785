// Labels of resources, which are a column of each. Whoever can see a resource sees its labels; whoever can change it writes them.
import { sql } from 'kysely'
import type { Wire } from '#contract/api.ts'
import type { label as operations } from '#contract/label.ts'
import type { Action } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { findInstance } from '../frame/find-instance.ts'
import { keptLabels } from '../frame/labels.ts'
import { findProject } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { readableProjects } from '../frame/readable-projects.ts'
import type { Scope, Subject } from '../frame/subject.ts'
import { findFloatingIp } from '../network/floating-ip.ts'
import { findDisk } from '../storage/disk.ts'
import { findImage } from '../storage/image.ts'
import { findSnapshot } from '../storage/snapshot.ts'

type Kind = Wire<'LabelKind'>

interface Selector {
  resource: string
  project?: string | undefined
}

type Labeled = Subject & Required<Scope> & { id: string; labels: string[] | null }

const find: Record<Kind, (ctx: Ctx, selector: Selector, action: Action) => Promise<Labeled>> = {
  instance: (ctx, { resource, ...at }, action) => findInstance(ctx, { instance: resource, ...at }, action),
  disk: (ctx, { resource, ...at }, action) => findDisk(ctx, { disk: resource, ...at }, action),
  image: (ctx, { resource, ...at }, action) => findImage(ctx, { image: resource, ...at }, action),
  snapshot: (ctx, { resource, ...at }, action) => findSnapshot(ctx, { snapshot: resource, ...at }, action),
  project: (ctx, { resource }, action) => findProject(ctx, resource, action),
  floating_ip: (ctx, { resource, ...at }, action) => findFloatingIp(ctx, { floating_ip: resource, ...at }, action),
}

/** The condition that a row has this label, or a label with this key. Labels contain neither quotes nor percent signs. */
export function hasLabel(column: string, label: string) {
  const text = label.replaceAll('_', '\\_')
  const like = (pattern: string) => sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
  return sql<boolean>`(${like(`%"${text}"%`)} or ${like(`%"${text}=%`)})`
}

export const label = {
  async label_list(ctx, { path: { kind }, query }) {
    const { silo_id } = actorOf(ctx)
    const project = kind === 'project' ? 'labeled.id' : 'labeled.project_id'
    let rows = ctx.db
      // every kind has the columns read here
      .selectFrom(`${kind as 'image'} as labeled`)
      .leftJoin('project', 'project.id', project)
      .select(['labeled.id', 'labeled.name', 'labeled.labels', 'project.name as project_name'])
      .where('labeled.silo_id', '=', silo_id)
      .where('labeled.labels', 'is not', null)
    if (query.label) rows = rows.where(hasLabel('labeled.labels', query.label))
    const projects = query.project
      ? [(await findProject(ctx, query.project, 'list_children')).id]
      : readableProjects(actorOf(ctx))
    if (projects?.length === 0) return { items: [], next_page: null }
    if (projects) rows = rows.where(project, 'in', projects)
    const { items, next_page } = await page(query, rows, 'labeled')
    return { items: items.map((row) => ({ ...row, labels: row.labels ?? [] })), next_page }
  },

  async label_view(ctx, { path: { kind, resource }, query }) {
    const { labels } = await find[kind](ctx, { resource, ...query }, 'read')
    return { labels: labels ?? [] }
  },

  async label_update(ctx, { path: { kind, resource }, query, body }) {
    const row = ctx.subject(await find[kind](ctx, { resource, ...query }, 'modify'))
    const labels = keptLabels(body.labels)
    await ctx.db
      .updateTable(kind as 'image')
      .set({ labels })
      .where('id', '=', row.id)
      .execute()
    return { labels: labels ?? [] }
  },
} satisfies Handlers<keyof typeof operations>
