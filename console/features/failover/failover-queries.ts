// What happens when a sled does not answer: the settings, its fence, and the last failover. Hosts other than ours lack these operations.
import type { Data, Model } from '#contract/client.ts'
import { query } from '../../api.ts'

export type Failover = Model<'SledFailover'>
export type Fence = NonNullable<Data<'sled_fence_view'>['fence']>
export type Importance = Data<'instance_importance_view'>['importance']

export const failoverSettings = () => query('failover_settings_view')
export const sledFailover = (sledId: string) => query('sled_failover_view', { path: { sledId } })
export const sledFence = (sledId: string) => query('sled_fence_view', { path: { sledId } })
export const fenceAgents = () => query('fence_agent_list')
export const instanceImportance = (instance: string) => query('instance_importance_view', { path: { instance } })
