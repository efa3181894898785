// Sleds that were fenced and have not returned, and those that nothing can fence. For operators.
import { actorOf } from '../../frame/context.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

const openFailovers = ({ db }: Reader) =>
  db
    .selectFrom('failover')
    .innerJoin('sled', 'sled.id', 'failover.sled_id')
    .select(['sled.id', 'sled.serial', 'time_fenced', 'failover.problem', 'failover.time_problem'])
    .where('sled.state', '=', 'active')

export async function fencedSleds(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const rows = await openFailovers(ctx).where('failover.state', '=', 'fenced').execute()
  return rows.map(({ id, serial, time_fenced: since }) =>
    found({ kind: 'sled_fenced', severity: 'warning', since, target_id: id, target_name: serial }),
  )
}

export async function blockedFailovers(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const rows = await openFailovers(ctx)
    .where('failover.state', 'in', ['waiting', 'fencing'])
    .where('failover.problem', 'is not', null)
    .execute()
  return rows.map(({ id, serial, problem: reason, time_problem: since }) =>
    found({ kind: 'failover_blocked', severity: 'error', since, target_id: id, target_name: serial, reason }),
  )
}
