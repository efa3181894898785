// Names of what port settings refer to by id: the lots of their addresses, and the configurations of their BGP peers.
import { useData } from '../../use-api.ts'
import { everyLotBlock } from '../address-lot/address-lot-queries.ts'
import { first1000BgpConfigs } from '../bgp/bgp-queries.ts'

export const useNames = () => ({
  lots: new Map(useData(everyLotBlock()).map(({ id, lot }) => [id, lot])),
  configs: new Map(useData(first1000BgpConfigs()).items.map(({ id, name }) => [id, name])),
})
