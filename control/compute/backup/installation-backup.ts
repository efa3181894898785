// Backups of the installation at a backup target: where and when the server makes them, and which there are.
import type { Wire } from '#contract/api.ts'
import type { installationBackup as operations } from '#contract/installation-backup.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import type { Ctx, Handlers, Host } from '../../frame/context.ts'
import { invalidRequest, notFound } from '../../frame/errors.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { pageBy } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { nextRun } from '../protection-policy/schedule.ts'
import { noteRecovery, openInstallationRepository, recoveryText, repositoryAt } from './installation-repository.ts'
import { DEFAULT_KEEP, newBackup, type InstallationBackupRow } from './installation-run.ts'

type ScheduleRow = RowOf<'installation_backup_schedule'>
type Shown = InstallationBackupRow & { target_id: string; target_name: string }

const SCHEDULE_ID = '62616b75-0000-4000-8000-000000000001'
const DEFAULTS = {
  is_enabled: false,
  schedule: { kind: 'daily', time: '04:00', zone: 'UTC' },
  keep: DEFAULT_KEEP,
} as const
const SCHEDULE = { name: 'schedule' }

export const currentSchedule = (db: Queries): Promise<ScheduleRow | undefined> =>
  db.selectFrom('installation_backup_schedule').selectAll().executeTakeFirst()

export const installationBackup = {
  async installation_backup_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const direction = query.sort_by === 'time_and_id_descending' ? 'desc' : 'asc'
    const keys = [
      { column: 'installation_backup.time_created', text: (row: Shown) => row.time_created },
      { column: 'installation_backup.id', text: (row: Shown) => row.id },
    ]
    const { items, next_page } = await pageBy(query, backups(ctx.db), keys, direction)
    return { items: items.map(shownBackup), next_page }
  },

  async installation_backup_run(ctx, { body: { take_over } }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: 'backup' }, FLEET)
    const obstacle = obstacleOf(ctx.host)
    if (obstacle) throw invalidRequest(obstacle)
    const { target_id } = await existing(ctx)
    const repository = await repositoryAt(ctx.host, ctx.db, target_id)
    const pending = await backups(ctx.db)
      .where('repository_id', '=', repository.id)
      .where('installation_backup.state', 'in', ['waiting', 'storing'])
      .orderBy('installation_backup.time_created')
      .executeTakeFirst()
    if (pending?.state === 'storing') throw invalidRequest('a backup to this target is under way')
    ctx.poke('installation-backup')
    if (pending) {
      // the one that failed is tried again at once
      const set = { time_retry: null, is_take_over: take_over || pending.is_take_over }
      await ctx.db.updateTable('installation_backup').set(set).where('id', '=', pending.id).execute()
      return shownBackup({ ...pending, ...set })
    }
    const row = {
      id: ctx.host.random.uuid(),
      repository_id: repository.id,
      cause: 'person',
      is_take_over: take_over,
    } as const
    await ctx.db.insertInto('installation_backup').values(newBackup(ctx.now, row)).execute()
    return shownBackup(await backups(ctx.db).where('installation_backup.id', '=', row.id).executeTakeFirstOrThrow())
  },

  async installation_backup_schedule_view(ctx) {
    assertFleet(ctx, 'viewer')
    return shownSchedule(ctx)
  },

  async installation_backup_schedule_update(ctx, { body: { backup_target_id: target_id, ...given } }) {
    assertFleet(ctx, 'admin')
    ctx.subject(SCHEDULE, FLEET)
    const obstacle = obstacleOf(ctx.host)
    if (obstacle && given.is_enabled) throw invalidRequest(obstacle)
    const targets = ctx.db.selectFrom('backup_target').select('id').where('id', '=', target_id)
    if (!(await targets.executeTakeFirst())) throw notFound('backup-target', target_id)
    const before = await currentSchedule(ctx.db)
    const isSame =
      before?.is_enabled === given.is_enabled && JSON.stringify(before.schedule) === JSON.stringify(given.schedule)
    const planned = given.is_enabled ? nextRun(given.schedule, ctx.host.clock.now()).toISOString() : null
    // a change of something else must not skip a backup that is due
    const row = {
      id: SCHEDULE_ID,
      target_id,
      ...given,
      time_next: isSame ? before.time_next : planned,
      time_modified: ctx.now,
    }
    const insert = ctx.db.insertInto('installation_backup_schedule').values(row)
    await insert.onConflict((there) => there.column('id').doUpdateSet(row)).execute()
    if (before && (before.target_id !== target_id || !given.is_enabled)) await callOff(ctx)
    ctx.poke('installation-backup')
    return shownSchedule(ctx)
  },

  async installation_backup_recovery_create(ctx) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: 'recovery file' }, FLEET)
    const { target_id } = await existing(ctx)
    const row = await repositoryAt(ctx.host, ctx.db, target_id)
    const repository = await openInstallationRepository(ctx.host, ctx.db, row)
    await noteRecovery(ctx.db, row.id, ctx.host.clock.now())
    const targets = ctx.db.selectFrom('backup_target').select('name').where('id', '=', target_id)
    const { name } = await targets.executeTakeFirstOrThrow()
    return { file_name: `${name}.json`, text: recoveryText(repository) }
  },
} satisfies Handlers<keyof typeof operations>

/** What waits belongs to the schedule as it was. It is remembered only if it has left something, for the next one to remove. */
async function callOff({ db, now }: Ctx): Promise<void> {
  const rows = db.selectFrom('installation_backup').selectAll().where('state', '=', 'waiting')
  for (const { id, tags, problem } of await rows.where('cause', '=', 'schedule').execute()) {
    const why = problem ?? 'The schedule was changed before it was stored.'
    const set = { state: 'failed', problem: why, time_ended: now } as const
    if (tags.length === 0) await db.deleteFrom('installation_backup').where('id', '=', id).execute()
    else await db.updateTable('installation_backup').set(set).where('id', '=', id).execute()
  }
}

async function existing(ctx: Ctx): Promise<ScheduleRow> {
  const row = await currentSchedule(ctx.db)
  if (!row) throw invalidRequest('choose a backup target first')
  return row
}

function obstacleOf({ backupEngine, installationBackups }: Host): string | null {
  if (!installationBackups) return 'this installation has no data directory that could be stored'
  return backupEngine ? null : 'install restic to back up this installation'
}

async function shownSchedule({ host, db }: Ctx): Promise<Wire<'InstallationBackupSchedule'>> {
  const row = await currentSchedule(db)
  const repositories = db.selectFrom('installation_repository').select('time_recovery')
  const repository = await repositories.where('target_id', '=', row?.target_id ?? '').executeTakeFirst()
  const { is_enabled, schedule, keep } = row ?? DEFAULTS
  return {
    is_enabled,
    schedule,
    keep,
    backup_target_id: row?.target_id ?? null,
    time_next: row?.time_next ?? null,
    time_recovery: repository?.time_recovery ?? null,
    obstacle: obstacleOf(host),
    disks_elsewhere: host.installationBackups?.disksElsewhere() ?? null,
  }
}

const backups = (db: Queries) =>
  db
    .selectFrom('installation_backup')
    .innerJoin('installation_repository', 'installation_repository.id', 'installation_backup.repository_id')
    .innerJoin('backup_target', 'backup_target.id', 'installation_repository.target_id')
    .selectAll('installation_backup')
    .select(['backup_target.id as target_id', 'backup_target.name as target_name'])

const shownBackup = (row: Shown): Wire<'InstallationBackup'> => ({
  id: row.id,
  backup_id: row.state === 'complete' || row.state === 'incomplete' ? row.attempt_id : null,
  target_id: row.target_id,
  target_name: row.target_name,
  cause: row.cause,
  state: row.state,
  percent: row.size === 0 ? 0 : Math.min(100, Math.floor((100 * row.done) / row.size)),
  size: row.size,
  left_out: row.problems,
  problem: row.problem,
  time_due: row.time_due,
  time_created: row.time_created,
  time_started: row.time_started,
  time_ended: row.time_ended,
})
