// Instances: list, view. The other operations are in instance-*.ts.
import type { Wire } from '#contract/api.ts'
import type { Handlers } from '../frame/context.ts'
import { instance as table } from '../db/tables/instance.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { findProject } from '../frame/lookup.ts'
import { preparedPage } from '../frame/page.ts'

/** Not selected for lists, and never shown in them. User data is up to 43 kB per instance; a long page of it would waste memory. */
const PRIVATE = [
  'user_data',
  'notes',
  'labels',
  'silo_id',
  'failure_reason',
  'sled_id',
  'generation',
  'reboot_request',
  'resize',
] as const
type ListedInstance = Omit<InstanceRow, (typeof PRIVATE)[number]>
const hidden: readonly string[] = PRIVATE
export const listed = Object.keys(table.columns).filter(
  (column) => !hidden.includes(column),
) as (keyof ListedInstance)[]

/** Minimum time between automatic restarts, in milliseconds. */
export const RESTART_COOLDOWN_MS = 3_600_000

/**
 * A row as the API shows it. Derived fields are computed here, not stored. They come before the spread: V8 gives each object that
 * grows after a spread its own hidden class, which makes every later use of it several times slower.
 */
export function shownInstance(row: ListedInstance): Wire<'Instance'> {
  const restarted = row.time_last_auto_restarted
  return {
    auto_restart_enabled: row.auto_restart_policy !== 'never',
    auto_restart_cooldown_expiration: restarted && new Date(Date.parse(restarted) + RESTART_COOLDOWN_MS).toISOString(),
    ...row,
  }
}

const pageInProject = preparedPage(
  (db, { project_id }: { project_id: string }) =>
    db.selectFrom('instance').select(listed).where('project_id', '=', project_id),
  'instance',
)

export const instance = {
  async instance_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    const { items, next_page } = await pageInProject(ctx.db, query, { project_id: project.id })
    return { items: items.map(shownInstance), next_page }
  },

  async instance_view(ctx, { path, query }) {
    return shownInstance(await findInstance(ctx, { ...path, ...query }, 'read'))
  },
} satisfies Handlers<'instance_list' | 'instance_view'>
