// The addresses of a pool that are in use, and what holds them. An addition of ours.
import { z } from 'zod'
import { list, unsorted, type Operations } from './define.ts'
import { Name, NameOrId, ip, maybe, timestamp, uint16, uuid } from './values.ts'

export const IpPoolAddressKind = z.enum(['ephemeral', 'floating', 'probe', 'snat'])

export const IpPoolAddress = z.object({
  /** The id of the external IP, floating IP or probe. */
  id: uuid,
  kind: IpPoolAddressKind,
  ip,
  /** Source NAT shares an address among four instances by port range; other kinds use all ports. */
  first_port: uint16,
  last_port: uint16,
  silo_id: uuid,
  silo_name: Name,
  project_id: uuid,
  /** Names are null when the caller cannot read the project. */
  project_name: maybe(Name),
  /** The name of the floating IP or probe. */
  name: maybe(Name),
  instance_id: maybe(uuid),
  instance_name: maybe(Name),
  time_created: timestamp,
})

export const ipPoolAddress = {
  /** Ordered by address. */
  ip_pool_address_list: list(IpPoolAddress, unsorted, { path: { pool: NameOrId } }),
} satisfies Operations<'ip_pool_address'>
