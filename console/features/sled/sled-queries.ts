// Sleds, what runs on them, and those waiting to be added.
import type { Data, Model, Result } from '#contract/client.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { errorsAllowed, query } from '../../api.ts'
import { paged, type UnsortedPage } from '../../queries.ts'

export type Sled = Model<'Sled'>
export type SledLoad = Data<'sled_load_list'>['items'][number]
export type WaitingSled = Model<'UninitializedSled'>

const most = { query: { limit: MAX_PAGE_SIZE } }

export const sledList = (page: UnsortedPage) => query('sled_list', { query: paged(page) })
export const first1000Sleds = () => query('sled_list', most)
export const first1000WaitingSleds = () => query('sled_list_uninitialized', most)
/** Other hosts lack this operation: see `loadsIn`. */
export const first1000SledLoads = () => errorsAllowed('sled_load_list', most)
export const sledView = (sledId: string) => query('sled_view', { path: { sledId } })

export const sledInstances = (sledId: string, page?: UnsortedPage) =>
  query('sled_instance_list', { path: { sledId }, query: paged(page) })
export const sledDisks = (sledId: string, page?: UnsortedPage) =>
  query('sled_physical_disk_list', { path: { sledId }, query: paged(page) })

/** Undefined if the host does not report what runs on its sleds. */
export const loadsIn = (answer: Result<Data<'sled_load_list'>>) =>
  answer.type === 'success' ? answer.data.items : undefined

/** The two lists load separately, so a sled that was just added can be in both. */
export function notInService(waiting: readonly WaitingSled[], sleds: readonly Sled[]): WaitingSled[] {
  const inService = new Set(sleds.map(({ baseboard }) => baseboard.serial))
  return waiting.filter(({ baseboard }) => !inService.has(baseboard.serial))
}
