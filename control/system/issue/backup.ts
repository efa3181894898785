// Repositories at backup targets that cannot be used, or are damaged. Operators see all of them, others those of their silo.
import { actorOf } from '../../frame/context.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

export async function failedBackups(ctx: Reader): Promise<Found[]> {
  const own = actorOf(ctx)
  const rows = await ctx.db
    .selectFrom('backup_repository')
    .innerJoin('backup_target', 'backup_target.id', 'backup_repository.target_id')
    .innerJoin('silo', 'silo.id', 'backup_repository.silo_id')
    .select(['backup_repository.id', 'backup_target.name as target_name', 'silo.name as silo_name'])
    .select(['time_failed', 'time_damaged', 'problem'])
    .where((is) => is.or([is('time_failed', 'is not', null), is('time_damaged', 'is not', null)]))
    .$if(!isOperator(own), (q) => q.where('silo.id', '=', own.silo_id))
    .execute()
  return rows.map(({ id, target_name, silo_name, time_failed, time_damaged, problem }) =>
    found({
      kind: 'backup_failed',
      severity: 'error',
      since: time_damaged ?? time_failed,
      silo_name,
      target_id: id,
      target_name,
      reason: time_damaged === null ? problem : 'the repository is damaged',
    }),
  )
}
