// The planned backups of the installation: an issue, and an alert, when the last one failed, is not complete or did not run.
import type { Queries } from '../../db/database.ts'
import { actorOf, type Host } from '../../frame/context.ts'
import { raiseOnce } from '../../frame/raise-alert.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

export async function failedInstallationBackup(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const failure = await failureIn(ctx.db)
  return failure ? [found({ kind: 'installation_backup_failed', severity: 'error', ...failure })] : []
}

/** Not only once the conditions are looked at: the next attempt may have succeeded by then. */
export async function alertFailedBackup(host: Host, tx: Queries): Promise<void> {
  const failure = await failureIn(tx)
  if (!failure) return
  const payload = { kind: 'installation_backup_failed', severity: 'error', ...failure }
  const alert = { alert_class: 'backup.installation_failed', target: failure.target_name, payload } as const
  await raiseOnce(host, tx, host.clock.now().toISOString(), alert)
}

/** Nothing has failed where nothing is planned: whoever makes a backup by hand sees what becomes of it. */
async function failureIn(db: Queries): Promise<{ since: string; target_name: string; reason: string } | undefined> {
  const rows = db
    .selectFrom('installation_backup_schedule')
    .innerJoin('installation_repository', 'installation_repository.target_id', 'installation_backup_schedule.target_id')
    .innerJoin('installation_backup', 'installation_backup.repository_id', 'installation_repository.id')
    .innerJoin('backup_target', 'backup_target.id', 'installation_repository.target_id')
    .select(['installation_backup.state', 'problem', 'problems', 'time_started', 'time_ended', 'backup_target.name'])
    .where('is_enabled', '=', true)
  const pending = rows.where('installation_backup.state', 'in', ['waiting', 'storing'])
  const trying = await pending.where('problem', 'is not', null).executeTakeFirst()
  const ended = rows.where('time_ended', 'is not', null).orderBy('time_ended', 'desc')
  // those that the next one made up for in the same moment
  const stored = ended.orderBy((is) => is.case().when('attempt_id', 'is', null).then(1).else(0).end())
  const unfailed = stored.orderBy((is) =>
    is.case().when('installation_backup.state', '=', 'failed').then(1).else(0).end(),
  )
  const last = trying ?? (await unfailed.executeTakeFirst())
  if (!last || (last.state === 'complete' && last.problem === null)) return undefined
  const { problem, problems, name: target_name } = last
  const reason = problem ?? problems[0] ?? 'the reason is not known'
  return { since: (last.time_ended ?? last.time_started)!, target_name, reason }
}
