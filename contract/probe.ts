// Probes: small test machines for the network.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { IpNet, MacAddr, Name, NameOrId, Vni, identity, ip, maybe, naming, uint16, uint8, uuid } from './values.ts'

export const NetworkInterfaceKind = z.discriminatedUnion('type', [
  z.object({ type: z.literal('instance'), id: uuid }),
  z.object({ type: z.literal('service'), id: uuid }),
  z.object({ type: z.literal('probe'), id: uuid }),
])

export const NetworkInterface = z.object({
  id: uuid,
  ip,
  kind: NetworkInterfaceKind,
  mac: MacAddr,
  name: Name,
  primary: z.boolean(),
  slot: uint8,
  subnet: IpNet,
  transit_ips: z.array(IpNet).default([]),
  vni: Vni,
})

export const Probe = z.object({ ...identity, sled: uuid })
export const ProbeCreate = z.object({ ...naming, ip_pool: maybe(NameOrId), sled: uuid })
export const ProbeExternalIpKind = z.enum(['snat', 'floating', 'ephemeral'])
export const ProbeExternalIp = z.object({
  first_port: uint16,
  ip,
  kind: ProbeExternalIpKind,
  last_port: uint16,
})

export const ProbeInfo = z.object({
  external_ips: z.array(ProbeExternalIp),
  id: uuid,
  interface: NetworkInterface,
  name: Name,
  sled: uuid,
})

const at = { path: { probe: NameOrId }, query: { project: NameOrId } }

export const probe = {
  probe_list: list(ProbeInfo, byNameOrId, { first: { project: NameOrId } }),
  probe_create: { query: { project: NameOrId }, body: ProbeCreate, status: 201, answer: Probe },
  probe_view: { ...at, status: 200, answer: ProbeInfo },
  probe_delete: { ...at, status: 204 },
} satisfies Operations<'probe'>
