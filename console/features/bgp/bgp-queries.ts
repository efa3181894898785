// BGP: configurations, announce sets, and what the switches report.
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { query } from '../../api.ts'
import { type PageArgs, paged, rowQuery } from '../../queries.ts'

export const bgpConfigList = (page?: PageArgs) => query('networking_bgp_config_list', { query: paged(page) })
export const first1000BgpConfigs = () => query('networking_bgp_config_list', { query: { limit: MAX_PAGE_SIZE } })
export const bgpConfigView = (name: string) => rowQuery(first1000BgpConfigs(), { name })
export const first1000AnnounceSets = () =>
  query('networking_bgp_announce_set_list', { query: { limit: MAX_PAGE_SIZE } })
export const announceSetView = (name: string) => rowQuery(first1000AnnounceSets(), { name })
export const announcements = (announceSet: string) =>
  query('networking_bgp_announcement_list', { path: { announceSet } })

export const bgpStatus = () => query('networking_bgp_status')
export const bgpExported = () => query('networking_bgp_exported')
export const bgpImported = (asn: number) => query('networking_bgp_imported_routes_ipv4', { query: { asn } })
export const bgpMessages = (asn: number) => query('networking_bgp_message_history', { query: { asn } })
