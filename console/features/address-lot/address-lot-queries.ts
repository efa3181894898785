// Address lots and their blocks.
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import type { Model } from '#contract/client.ts'
import { query, type Query } from '../../api.ts'
import { type PageArgs, paged, rowQuery } from '../../queries.ts'

export const addressLotList = (page?: PageArgs) => query('networking_address_lot_list', { query: paged(page) })
export const first1000AddressLots = () => query('networking_address_lot_list', { query: { limit: MAX_PAGE_SIZE } })
export const addressLotView = (name: string) => rowQuery(first1000AddressLots(), { name })
export const addressLotBlocks = (addressLot: string) =>
  query('networking_address_lot_block_list', { path: { addressLot }, query: { limit: MAX_PAGE_SIZE } })

export interface LotBlock extends Model<'AddressLotBlock'> {
  lot: string
}

/** The blocks of all lots. Addresses in use name their block, not their lot. */
export const everyLotBlock = (): Query<LotBlock[]> => ({
  key: ['networking_address_lot_block_list', { every: 'lot' }],
  async fetch(signal) {
    const lots = (await first1000AddressLots().fetch(signal)).items
    const blocks = await Promise.all(lots.map(({ id }) => addressLotBlocks(id).fetch(signal)))
    return blocks.flatMap(({ items }, at) => items.map((block) => ({ ...block, lot: lots[at]!.name })))
  },
})
