// Finds the owner of an IP address, a MAC address or an ID, among everything the caller can read. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { maybe, uuid } from './values.ts'

export const LookupKind = z.enum([
  'project',
  'instance',
  'disk',
  'snapshot',
  'image',
  'floating_ip',
  'vpc',
  'vpc_subnet',
  'vpc_router',
  'vpc_router_route',
  'firewall_rule',
  'internet_gateway',
  'affinity_group',
  'anti_affinity_group',
  'probe',
  'silo_image',
  'user',
  'group',
  'ssh_key',
  'silo',
  'certificate',
  'ip_pool',
  'sled',
  'physical_disk',
  'switch',
  'rack',
  'switch_port',
  'switch_port_settings',
  'address_lot',
  'loopback_address',
  'bgp_config',
  'bgp_announce_set',
  'support_bundle',
  'alert_receiver',
])

/** What of it the text is. */
export const LookupMatch = z.enum(['id', 'interface_id', 'private_ip', 'external_ip', 'source_nat', 'address', 'mac'])

export const Lookup = z.object({
  kind: LookupKind,
  match: LookupMatch,
  id: uuid,
  name: z.string(),
  silo_name: maybe(z.string()),
  project_name: maybe(z.string()),
  vpc_name: maybe(z.string()),
  router_name: maybe(z.string()),
})

export const lookup = {
  /** An IP address, a MAC address or an ID, or how one begins: a whole part of an IP address, six digits of a MAC address, four of an ID. */
  lookup_list: {
    query: { text: z.string().max(64) },
    status: 200,
    answer: z.object({ items: z.array(Lookup) }),
  },
} satisfies Operations<'lookup'>
