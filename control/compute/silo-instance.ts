// The instances of a silo across its projects, as far as the caller can see them.
import type { siloInstance as operations } from '#contract/silo-instance.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { pageBy } from '../frame/page.ts'
import { readableProjects } from '../frame/readable-projects.ts'
import { listed, shownInstance } from './instance.ts'
import { hasLabel } from './label.ts'

export const siloInstance = {
  async silo_instance_list(ctx, { query }) {
    const actor = actorOf(ctx)
    const projects = readableProjects(actor)
    if (projects?.length === 0) return { items: [], next_page: null }
    let rows = ctx.db
      .selectFrom('instance')
      .innerJoin('project', 'project.id', 'instance.project_id')
      .select(listed.map((column) => `instance.${column}` as const))
      .select(['instance.labels', 'project.name as project_name'])
      .where('instance.silo_id', '=', actor.silo_id)
    if (projects) rows = rows.where('instance.project_id', 'in', projects)
    // an index has the rows that have labels
    if (query.label)
      rows = rows.where('instance.labels', 'is not', null).where(hasLabel('instance.labels', query.label))
    const id = { column: 'instance.id', text: (row: { id: string }) => row.id }
    // a name can be taken in each project
    const name = { column: 'instance.name', text: (row: { name: string }) => row.name }
    const keys = query.sort_by === 'id_ascending' ? [id] : [name, id]
    const { items, next_page } = await pageBy(query, rows, keys, query.sort_by === 'name_descending' ? 'desc' : 'asc')
    return {
      items: items.map(({ project_name, labels, ...row }) => ({
        project_name,
        labels: labels ?? [],
        ...shownInstance(row),
      })),
      next_page,
    }
  },
} satisfies Handlers<keyof typeof operations>
