// Loopback addresses of the switches.
import { query } from '../../api.ts'
import { paged, type UnsortedPage } from '../../queries.ts'

export const loopbackAddressList = (page?: UnsortedPage) =>
  query('networking_loopback_address_list', { query: paged(page) })
