// Where instances could run, how far they have moved, and sleds that are being emptied. By ID, so that it works in any silo. Hosts other
// than ours lack these operations.
import type { Model } from '#contract/client.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { query } from '../../api.ts'

export type Migration = Model<'InstanceMigration'>
export type Drain = Model<'SledDrain'>

export const instancePlacement = (instance: string) => query('instance_placement_view', { path: { instance } })
export const instanceMigration = (instance: string) => query('instance_migration_view', { path: { instance } })
export const drainPlan = (sledId: string) => query('sled_drain_plan_view', { path: { sledId } })
export const sledDrain = (sledId: string) => query('sled_drain_view', { path: { sledId } })
/** The last one of each sled that was ever drained. */
export const first1000Drains = () => query('sled_drain_list', { query: { limit: MAX_PAGE_SIZE } })
