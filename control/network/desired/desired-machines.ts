// The instances and probes of a VPC with their interfaces and external addresses.
import type { NetworkExternalIp, NetworkInterface, NetworkMachine } from '#drivers/network.ts'
import type { Queries } from '../../db/database.ts'

const ALL_PORTS = { first_port: 0, last_port: 65_535 }

interface Machines {
  machines: NetworkMachine[]
  interfaces: NetworkInterface[]
}

export async function machinesOf(db: Queries, vpcId: string): Promise<Machines> {
  const nics = await db
    .selectFrom('network_interface')
    .select(['id', 'name', 'instance_id', 'vpc_id', 'subnet_id', 'ip', 'mac', 'primary', 'transit_ips'])
    .where('vpc_id', '=', vpcId)
    .execute()
  const instances = await db
    .selectFrom('instance')
    .innerJoin('network_interface', 'network_interface.instance_id', 'instance.id')
    .select(['instance.id', 'instance.name', 'instance.hostname'])
    .where('network_interface.vpc_id', '=', vpcId)
    .where('network_interface.primary', '=', true)
    .execute()
  const probes = await db.selectFrom('probe').selectAll().where('vpc_id', '=', vpcId).execute()
  return {
    machines: [
      ...instances.map((each) => ({ ...each, kind: 'instance' as const })),
      ...probes.map(({ id, name }) => ({ id, kind: 'probe' as const, name, hostname: name })),
    ],
    interfaces: [
      ...nics,
      ...probes.map(({ id, name, interface_id, vpc_id, subnet_id, ip, mac }) => ({
        id: interface_id,
        name,
        instance_id: id,
        vpc_id,
        subnet_id,
        ip,
        mac,
        primary: true,
        transit_ips: [],
      })),
    ],
  }
}

/** Only of instances with an interface in the VPC; the others cannot use theirs. */
export async function addressesOf(db: Queries, vpcId: string): Promise<NetworkExternalIp[]> {
  const own = await db
    .selectFrom('external_ip')
    .innerJoin('network_interface', 'network_interface.instance_id', 'external_ip.instance_id')
    .leftJoin('snat_address', 'snat_address.ip_key', 'external_ip.ip_key')
    .select(['external_ip.instance_id', 'kind', 'external_ip.ip', 'external_ip.ip_pool_id', 'first_port', 'last_port'])
    .where('network_interface.vpc_id', '=', vpcId)
    .where('network_interface.primary', '=', true)
    // not those that serve another VPC, where a pool has none to replace them: see snat.ts
    .where((is) => is.or([is('snat_address.vpc_id', 'is', null), is('snat_address.vpc_id', '=', vpcId)]))
    .execute()
  const floating = await db
    .selectFrom('floating_ip')
    .innerJoin('network_interface', 'network_interface.instance_id', 'floating_ip.instance_id')
    .select(['network_interface.instance_id', 'floating_ip.name', 'floating_ip.ip', 'ip_pool_id'])
    .where('network_interface.vpc_id', '=', vpcId)
    .where('network_interface.primary', '=', true)
    .execute()
  const probes = await db
    .selectFrom('probe')
    .select(['id as instance_id', 'external_ip as ip', 'ip_pool_id'])
    .where('vpc_id', '=', vpcId)
    .execute()
  const all = [
    ...own.map((row) => ({ ...row, name: null })),
    ...floating.map((row) => ({ ...row, ...ALL_PORTS, kind: 'floating' as const })),
    ...probes.map((row) => ({ ...row, ...ALL_PORTS, kind: 'ephemeral' as const, name: null })),
  ]
  return all.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ ip, first_port }: NetworkExternalIp) => `${ip} ${String(first_port).padStart(5, '0')}`
