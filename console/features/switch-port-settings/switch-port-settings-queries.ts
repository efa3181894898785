// Named settings for switch ports.
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { query } from '../../api.ts'
import { paged, type PageArgs } from '../../queries.ts'

export const portSettingsList = (page?: PageArgs) =>
  query('networking_switch_port_settings_list', { query: paged(page) })
export const first1000PortSettings = () =>
  query('networking_switch_port_settings_list', { query: { limit: MAX_PAGE_SIZE } })
export const portSettingsView = (nameOrId: string) =>
  query('networking_switch_port_settings_view', { path: { port: nameOrId } })
