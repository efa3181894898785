// BGP: route exchange with the network outside the rack.
import { z } from 'zod'
import { byNameOrId, list, numeric, type Operations } from './define.ts'
import { SwitchLocation } from './switch-port.ts'
import { MAX_ANNOUNCEMENTS } from './limits.ts'
import {
  bounded,
  IpNet,
  Ipv4Net,
  Name,
  NameOrId,
  identity,
  ip,
  ipv4,
  maybe,
  naming,
  uint32,
  uint64,
  uuid,
} from './values.ts'

export const BgpMessageHistory = z.unknown()
export const SwitchBgpHistory = z.object({ history: z.record(z.string(), BgpMessageHistory), switch: SwitchLocation })
export const AggregateBgpMessageHistory = z.object({ switch_histories: z.array(SwitchBgpHistory) })
export const BgpAnnounceSet = z.object(identity)
export const BgpAnnouncementCreate = z.object({ address_lot_block: NameOrId, network: IpNet })
export const BgpAnnounceSetCreate = z.object({
  ...naming,
  announcement: bounded(MAX_ANNOUNCEMENTS, z.array(BgpAnnouncementCreate)),
})
export const BgpAnnouncement = z.object({ address_lot_block_id: uuid, announce_set_id: uuid, network: IpNet })
export const BgpConfig = z.object({ ...identity, asn: uint32, vrf: maybe(z.string()) })
export const BgpConfigCreate = z.object({
  ...naming,
  asn: uint32,
  bgp_announce_set_id: NameOrId,
  vrf: maybe(Name),
})

export const BgpExported = z.object({ exports: z.record(z.string(), z.array(Ipv4Net)) })
export const BgpImportedRouteIpv4 = z.object({
  id: uint32,
  nexthop: ipv4,
  prefix: Ipv4Net,
  switch: SwitchLocation,
})

export const BgpPeerState = z.enum([
  'idle',
  'connect',
  'active',
  'open_sent',
  'open_confirm',
  'session_setup',
  'established',
])

export const BgpPeerStatus = z.object({
  addr: ip,
  local_asn: uint32,
  remote_asn: uint32,
  state: BgpPeerState,
  state_duration_millis: uint64,
  switch: SwitchLocation,
})

const at = { path: { announce_set: NameOrId } }

export const bgp = {
  networking_bgp_config_list: list(BgpConfig, byNameOrId),
  networking_bgp_config_create: { body: BgpConfigCreate, status: 201, answer: BgpConfig },
  networking_bgp_config_delete: { query: { name_or_id: NameOrId }, status: 204 },
  networking_bgp_announce_set_list: { ...list(BgpAnnounceSet, byNameOrId), answer: z.array(BgpAnnounceSet) },
  networking_bgp_announce_set_update: { body: BgpAnnounceSetCreate, status: 201, answer: BgpAnnounceSet },
  networking_bgp_announce_set_delete: { ...at, status: 204 },
  networking_bgp_announcement_list: { ...at, status: 200, answer: z.array(BgpAnnouncement) },
  networking_bgp_exported: { status: 200, answer: BgpExported },
  networking_bgp_message_history: { query: { asn: numeric(uint32) }, status: 200, answer: AggregateBgpMessageHistory },
  networking_bgp_imported_routes_ipv4: {
    query: { asn: numeric(uint32) },
    status: 200,
    answer: z.array(BgpImportedRouteIpv4),
  },
  networking_bgp_status: { status: 200, answer: z.array(BgpPeerStatus) },
} satisfies Operations<'bgp'>
