// What can be looked up, and where: `t` is the row that holds the address or ID, `p` its project.
import type { z } from 'zod'
import type { Lookup } from '#contract/lookup.ts'

type Found = z.output<typeof Lookup>

export interface Source {
  kind: Found['kind']
  match: Found['match']
  from: string
  /** What is compared with the text. */
  column: string
  id: string
  /** An expression. */
  name: string
  silo?: string
  project?: string
  vpc?: string
  router?: string
  /** The people who see it; lookup.ts decides. */
  scope: 'project' | 'probe' | 'silo' | 'silo_images' | 'certificates' | 'user' | 'fleet'
  /** The column with the ID of its silo. */
  siloId?: string
  /** The columns of ranges: the end, and the table. */
  last?: string
  range?: string
}

const PROJECT = { project: 'p.name', scope: 'project' } as const
const BY_ID = { match: 'id', column: 't.id', id: 't.id', name: 't.name' } as const

const inProject = (kind: Found['kind'], table: string = kind): Source => ({
  ...BY_ID,
  ...PROJECT,
  kind,
  from: `${table} t join project p on p.id = t.project_id`,
})

const inVpc = (kind: Found['kind']): Source => ({
  ...BY_ID,
  ...PROJECT,
  kind,
  from: `${kind} t join vpc v on v.id = t.vpc_id join project p on p.id = v.project_id`,
  vpc: 'v.name',
})

const inFleet = (kind: Found['kind'], table: string = kind, name = 't.name'): Source => ({
  ...BY_ID,
  kind,
  from: `${table} t`,
  name,
  scope: 'fleet',
})

const inSilo = (kind: Found['kind'], table: string, name = 't.name'): Source => ({
  ...inFleet(kind, table, name),
  from: `${table} t join silo s on s.id = t.silo_id`,
  silo: 's.name',
  scope: 'silo',
})

const probe: Source = { ...inProject('probe'), scope: 'probe' }

const ROUTER = 'join vpc_router r on r.id = t.vpc_router_id join vpc v on v.id = r.vpc_id'
const OF_INSTANCE = 'join instance i on i.id = t.instance_id join project p on p.id = i.project_id'

export const byId: readonly Source[] = [
  { ...BY_ID, ...PROJECT, kind: 'project', from: 'project t join project p on p.id = t.id' },
  inProject('instance'),
  inProject('disk'),
  inProject('snapshot'),
  inProject('image'),
  inProject('floating_ip'),
  inProject('vpc'),
  inProject('affinity_group'),
  inProject('anti_affinity_group'),
  probe,
  inVpc('vpc_subnet'),
  inVpc('vpc_router'),
  inVpc('firewall_rule'),
  inVpc('internet_gateway'),
  {
    ...BY_ID,
    ...PROJECT,
    kind: 'vpc_router_route',
    from: `vpc_router_route t ${ROUTER} join project p on p.id = v.project_id`,
    vpc: 'v.name',
    router: 'r.name',
  },
  { ...instanceBy('interface_id', 'network_interface', 't.id') },
  // an image without a project
  { ...inFleet('silo_image'), from: '(select * from image where project_id is null) t', scope: 'silo_images' },
  inSilo('user', 'silo_user', 't.external_id'),
  inSilo('group', 'silo_group', 't.external_id'),
  { ...inFleet('ssh_key'), scope: 'user' },
  { ...inFleet('silo'), scope: 'silo', siloId: 't.id' },
  { ...inSilo('certificate', 'certificate'), scope: 'certificates' },
  inFleet('ip_pool'),
  inFleet('sled', 'sled', 't.serial'),
  inFleet('physical_disk', 'physical_disk', 't.serial'),
  inFleet('switch', 'switch', 't.serial'),
  inFleet('rack', 'rack', `'Rack'`),
  inFleet('switch_port', 'switch_port', 't.port_name'),
  inFleet('switch_port_settings'),
  inFleet('address_lot'),
  inFleet('loopback_address', 'loopback_address', 't.address'),
  inFleet('bgp_config'),
  inFleet('bgp_announce_set'),
  inFleet('support_bundle', 'support_bundle', 't.reason_for_creation'),
  { ...inFleet('alert_receiver'), from: `(select * from alert_receiver where kind = 'webhook') t` },
]

/** The instance that owns a row with an address. */
function instanceBy(match: Found['match'], table: string, column: string): Source {
  return {
    ...PROJECT,
    kind: 'instance',
    match,
    from: `${table} t ${OF_INSTANCE}`,
    column,
    id: 'i.id',
    name: 'i.name',
  }
}

const ephemeral = `(select * from external_ip where kind = 'ephemeral')`
const snat = `(select * from external_ip where kind = 'snat')`

export const byExternalIp: readonly Source[] = [
  instanceBy('external_ip', ephemeral, 't.ip_key'),
  instanceBy('source_nat', snat, 't.ip_key'),
  { ...inProject('floating_ip'), match: 'address', column: 't.ip_key' },
  { ...probe, match: 'external_ip', column: 't.external_ip_key' },
  { ...inFleet('loopback_address', 'loopback_address', 't.address'), match: 'address', column: 't.ip_key' },
]

export const byPrivateIp: readonly Source[] = [instanceBy('private_ip', 'network_interface', 't.ip_key')]

export const byMac: readonly Source[] = [
  instanceBy('mac', 'network_interface', 't.mac'),
  { ...probe, match: 'mac', column: 't.mac' },
]

export const byRange: readonly Source[] = [
  {
    ...inFleet('ip_pool'),
    match: 'address',
    from: 'ip_pool t join ip_pool_range r on r.ip_pool_id = t.id',
    column: 'r.first_key',
    last: 'r.last_key',
    range: 'ip_pool_range',
  },
  {
    ...inFleet('address_lot'),
    match: 'address',
    from: 'address_lot t join address_lot_block b on b.address_lot_id = t.id',
    column: 'b.first_key',
    last: 'b.last_key',
    range: 'address_lot_block',
  },
]
