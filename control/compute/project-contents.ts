// The default contents of a new project, and what must be deleted before the project can be.
import type { Ctx } from '../frame/context.ts'
import type { TableWith } from '../db/database.ts'
import { invalidRequest } from '../frame/errors.ts'
import type { ProjectRow } from '../frame/lookup.ts'
import { createDefaultVpc } from '../network/vpc-contents.ts'

/** Makes a new project usable right away. */
export async function addDefaultContents(ctx: Ctx, project: ProjectRow): Promise<void> {
  await createDefaultVpc(ctx, project)
}

interface Content {
  table: TableWith<{ project_id: string | null; name: string }>
  /** The noun in the error message. */
  label: string
}

/** In the order they are checked. A clone that is undone may have nothing else left in the project. Then: instance, disk, floating ip, project image, snapshot, probe, vpc, the groups. */
const contents: readonly Content[] = [
  { table: 'instance_clone', label: 'unfinished clone' },
  { table: 'instance', label: 'instance' },
  { table: 'disk', label: 'disk' },
  { table: 'floating_ip', label: 'floating ip' },
  { table: 'image', label: 'project image' },
  { table: 'image_upload', label: 'image upload' },
  { table: 'snapshot', label: 'snapshot' },
  { table: 'probe', label: 'probe' },
  { table: 'vpc', label: 'vpc' },
  { table: 'affinity_group', label: 'affinity group' },
  { table: 'anti_affinity_group', label: 'anti affinity group' },
]

/** Refuses while the project has contents, and names one of them. */
export async function assertProjectEmpty(ctx: Ctx, project: ProjectRow): Promise<void> {
  for (const { table, label } of contents) {
    // every table listed has these columns; Kysely cannot type a union of table names
    const rows = ctx.db.selectFrom(table as 'vpc').select('name')
    const left = await rows.where('project_id', '=', project.id).orderBy('name').limit(1).executeTakeFirst()
    const article = /^[aeiou]/.test(label) ? 'an' : 'a'
    if (left) throw invalidRequest(`project to be deleted contains ${article} ${label}: ${left.name}`)
  }
  const restores = ctx.db.selectFrom('backup_restore').select('name').where('project_id', '=', project.id)
  const restore = await restores.where('state', '=', 'running').executeTakeFirst()
  if (restore) throw invalidRequest(`project to be deleted contains an unfinished restore: ${restore.name}`)
}
