// Ports of a switch, their applied settings, and their LLDP neighbors.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { IpNet, Name, NameOrId, maybe, timestamp, uuid } from './values.ts'

export const LldpLinkConfig = z.object({
  chassis_id: maybe(z.string()),
  enabled: z.boolean(),
  id: uuid,
  link_description: maybe(z.string()),
  link_name: maybe(z.string()),
  management_ip: maybe(IpNet),
  system_description: maybe(z.string()),
  system_name: maybe(z.string()),
})

export const LldpNeighbor = z.object({
  chassis_id: z.string(),
  first_seen: timestamp,
  last_seen: timestamp,
  link_description: maybe(z.string()),
  link_name: z.string(),
  local_port: z.string(),
  management_ip: z.array(IpNet),
  system_description: maybe(z.string()),
  system_name: maybe(z.string()),
})

export const SwitchLinkState = z.unknown()
export const SwitchLocation = z.enum(['switch0', 'switch1'])
export const SwitchPort = z.object({
  id: uuid,
  port_name: z.string(),
  port_settings_id: maybe(uuid),
  rack_id: uuid,
  switch_location: z.string(),
})

export const SwitchPortApplySettings = z.object({ port_settings: NameOrId })

const at = { path: { port: Name }, query: { rack_id: uuid, switch_location: Name } }

export const switchPort = {
  networking_switch_port_lldp_neighbors: list(LldpNeighbor, byId, {
    path: { rack_id: uuid, switch_location: Name, port: Name },
  }),
  networking_switch_port_list: list(SwitchPort, byId, { query: { switch_port_id: maybe(uuid) } }),
  networking_switch_port_lldp_config_view: { ...at, status: 200, answer: LldpLinkConfig },
  networking_switch_port_lldp_config_update: { ...at, body: LldpLinkConfig, status: 204 },
  networking_switch_port_apply_settings: { ...at, body: SwitchPortApplySettings, status: 204 },
  networking_switch_port_clear_settings: { ...at, status: 204 },
  networking_switch_port_status: { ...at, status: 200, answer: SwitchLinkState },
} satisfies Operations<'switch_port'>
