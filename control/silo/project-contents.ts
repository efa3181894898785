// What a project starts with, and what must be gone before it can go.
import type { Ctx } from '../frame/context.ts'
import type { TableWith } from '../db/database.ts'
import { invalidRequest } from '../frame/errors.ts'
import type { ProjectRow } from '../frame/lookup.ts'
import { createDefaultVpc } from '../network/vpc-contents.ts'

/** A new project is usable at once. */
export async function furnishProject(ctx: Ctx, project: ProjectRow): Promise<void> {
  await createDefaultVpc(ctx, project)
}

interface Content {
  table: TableWith<{ project_id: string | null; name: string }>
  /** As the refusal says it. */
  label: string
}

/** In the order in which they are looked for: instance, disk, floating ip, project image, snapshot, probe, vpc, the groups. */
const contents: readonly Content[] = [
  { table: 'instance', label: 'instance' },
  { table: 'disk', label: 'disk' },
  { table: 'floating_ip', label: 'floating ip' },
  { table: 'image', label: 'project image' },
  { table: 'snapshot', label: 'snapshot' },
  { table: 'probe', label: 'probe' },
  { table: 'vpc', label: 'vpc' },
  { table: 'affinity_group', label: 'affinity group' },
  { table: 'anti_affinity_group', label: 'anti affinity group' },
]

/** Refuses while something is left, and names it. */
export async function assertProjectEmpty(ctx: Ctx, project: ProjectRow): Promise<void> {
  for (const { table, label } of contents) {
    // every table listed has these columns; Kysely cannot follow a union of table names
    const rows = ctx.db.selectFrom(table as 'vpc').select('name')
    const left = await rows.where('project_id', '=', project.id).orderBy('name').limit(1).executeTakeFirst()
    const article = /^[aeiou]/.test(label) ? 'an' : 'a'
    if (left) throw invalidRequest(`project to be deleted contains ${article} ${label}: ${left.name}`)
  }
}
