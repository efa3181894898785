// Whether instances of lost sleds start elsewhere, and after how long. Off until an operator says otherwise.
import { DEFAULT_FAILOVER_WAIT_SECONDS } from '#contract/limits.ts'
import type { Queries } from '../../db/database.ts'

export async function failoverSettings(db: Queries): Promise<{ enabled: boolean; wait_seconds: number }> {
  const racks = db.selectFrom('rack').select(['failover_enabled', 'failover_wait_seconds']).orderBy('id')
  const rack = await racks.executeTakeFirst()
  return {
    enabled: rack?.failover_enabled ?? false,
    wait_seconds: rack?.failover_wait_seconds ?? DEFAULT_FAILOVER_WAIT_SECONDS,
  }
}
