// What the tables say about a sled that does not answer, for the decision.
import { MACHINE_STATES } from '../../compute/instance-actions.ts'
import type { Queries } from '../../db/database.ts'
import { startsElsewhere, type FailoverRow, type Situation } from './failover-decision.ts'
import { failoverSettings } from './failover-settings.ts'
import { fenceOf, readiness } from './fence.ts'

export async function situationOf(db: Queries, row: FailoverRow): Promise<Situation> {
  const { sled_id } = row
  const { enabled, wait_seconds } = await failoverSettings(db)
  const sleds = await db
    .selectFrom('sled')
    .select(['id', 'time_unreachable', 'provision_policy'])
    .where('state', '=', 'active')
    .where('policy_kind', '=', 'in_service')
    .execute()
  const sled = sleds.find(({ id }) => id === sled_id)
  const others = sleds.filter(({ id }) => id !== sled_id)
  const arriving = db.selectFrom('instance_migration').select('instance_id').where('to_sled_id', '=', sled_id)
  const instances = await db
    .selectFrom('instance')
    .select('auto_restart_policy')
    // one on its way there may have arrived, and nobody else can tell
    .where((is) => is.or([is('sled_id', '=', sled_id), is('id', 'in', arriving.where('time_ended', 'is', null))]))
    .where('run_state', 'in', MACHINE_STATES)
    .execute()
  const waiting = db.selectFrom('failover_instance').select('instance_id').where('failover_id', '=', row.id)
  const fence = await fenceOf(db, sled_id)
  return {
    row,
    isSilent: sled !== undefined && sled.time_unreachable !== null,
    isRemoved: sled === undefined,
    isEnabled: enabled,
    wait_ms: wait_seconds * 1000,
    fence: readiness(fence),
    isReleasing: fence !== undefined && fence.release !== null,
    movable: instances.filter(startsElsewhere).length,
    // a sled that is closed to new instances takes none of these
    answering: others.filter((each) => each.time_unreachable === null && each.provision_policy === 'provisionable')
      .length,
    silent: others.filter((each) => each.time_unreachable !== null).length,
    waiting: (await waiting.where('state', '=', 'waiting').execute()).length,
  }
}
