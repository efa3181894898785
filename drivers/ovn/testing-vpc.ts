// VPCs for tests with packets. Everything is allowed unless a test says otherwise. Not for production code.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type {
  ExternalNetwork,
  Network,
  NetworkExternalIp,
  NetworkInterface,
  NetworkSubnet,
  VpcNetwork,
} from '../network.ts'
import { openOvnNetwork, type OvnOptions } from './network.ts'
import { OUTSIDE_IP, OUTSIDE_PREFIX, PHYSICAL_NETWORK, type Rig } from './testing/rig.ts'
import type { Guest } from './testing/guest.ts'

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
}

export const INSTALLATION = { id: 'installation-1', epoch: 0 }

export const openOn = (rig: Rig, options: Partial<OvnOptions> = {}): Promise<Network> =>
  openOvnNetwork({
    installation: INSTALLATION,
    northbound: rig.northbound,
    southbound: rig.southbound,
    clock,
    trace: async () => undefined,
    ...options,
  })

/** Three, because of two hosts that lose each other neither takes over: OVN cannot tell which of them is cut off. */
export const HOSTS = ['host-1', 'host-2', 'host-3']

export const POOL = 'pool-1'

export const OUTSIDE: ExternalNetwork = {
  id: '00000000-0000-4000-8000-0000000000ff',
  name: 'outside',
  physical_network: PHYSICAL_NETWORK,
  vlan: null,
  prefix: OUTSIDE_PREFIX,
  next_hop: OUTSIDE_IP,
  pool_ids: [POOL],
  dns_servers: [OUTSIDE_IP],
  hosts: HOSTS,
}

const allow = { action: 'allow', priority: 100, hosts: null, ports: null, protocols: null } as const

/** `n` tells VPCs apart. Subnets are a /24 each. */
export class TestVpc {
  network: VpcNetwork
  readonly #n: number
  #made = 0

  constructor(n: number, subnets: readonly string[] = ['172.30.0']) {
    this.#n = n
    const vpc_id = this.id()
    const router_id = this.id()
    const gateway_id = this.id()
    const all = subnets.map((start, at): NetworkSubnet => ({
      id: this.id(),
      name: `subnet-${at}`,
      vpc_id,
      ipv4_block: `${start}.0/24`,
      ipv6_block: `fd00:1:2:${at}::/64`,
      custom_router_id: null,
      gateway_ip: `${start}.1`,
    }))
    const targets = [{ type: 'vpc' as const }]
    this.network = {
      id: vpc_id,
      name: `vpc-${n}`,
      generation: 1,
      dns_name: `vpc-${n}`,
      ipv6_prefix: 'fd00:1:2::/48',
      vni: 2000 + n,
      mtu: 1400,
      subnets: all,
      routers: [{ id: router_id, name: 'system', vpc_id, kind: 'system' }],
      routes: [
        ...all.map(({ name, ipv4_block, ipv6_block }) => ({
          id: this.id(),
          name,
          vpc_router_id: router_id,
          prefixes: [ipv4_block, ipv6_block],
          hop: { type: 'local' as const },
        })),
        {
          id: this.id(),
          name: 'default-v4',
          vpc_router_id: router_id,
          prefixes: ['0.0.0.0/0'],
          hop: { type: 'gateway' as const, gateway_id },
        },
      ],
      gateways: [{ id: gateway_id, name: 'default', vpc_id, pool_ids: [POOL], addresses: [] }],
      rules: [{ ...allow, id: this.id(), name: 'all', direction: 'inbound', targets }],
      machines: [],
      interfaces: [],
      external_ips: [],
      external_networks: [OUTSIDE],
    }
  }

  id(): string {
    return `00000000-0000-4000-8000-${String(this.#n).padStart(6, '0')}${String(++this.#made).padStart(6, '0')}`
  }

  /** The next generation. */
  change(changes: Partial<VpcNetwork>): VpcNetwork {
    this.network = { ...this.network, ...changes, generation: this.network.generation + 1 }
    return this.network
  }

  /** A machine with an interface. Its address ends in `last`, and so does its MAC. */
  machine(hostname: string, last: number, subnet = this.network.subnets[0]!): NetworkInterface {
    const [instance_id, interface_id] = [this.id(), this.id()]
    const mac = `A8:40:25:F0:${hex(this.#n)}:${hex(last)}`
    const nic: NetworkInterface = {
      id: interface_id,
      name: 'net0',
      instance_id,
      vpc_id: this.network.id,
      subnet_id: subnet.id,
      ip: subnet.gateway_ip.replace(/\.1$/, `.${last}`),
      mac,
      primary: true,
      transit_ips: [],
    }
    const machine = { id: instance_id, name: hostname, kind: 'instance' as const, hostname }
    this.change({
      machines: [...this.network.machines, machine],
      interfaces: [...this.network.interfaces, nic],
    })
    return nic
  }

  external(kind: NetworkExternalIp['kind'], ip: string, { instance_id }: NetworkInterface, name?: string): void {
    const address = { instance_id, kind, name: name ?? null, ip, ip_pool_id: POOL, first_port: 0, last_port: 16_383 }
    this.change({ external_ips: [...this.network.external_ips, address] })
  }
}

const hex = (value: number) => value.toString(16).padStart(2, '0').toUpperCase()

/** As if DHCP had configured it. */
export async function plug(rig: Rig, host: string, nic: NetworkInterface): Promise<Guest> {
  const guest = await rig.plug(host, nic)
  await guest.configure(`${nic.ip}/24`, nic.ip.replace(/\.\d+$/, '.1'))
  await guest.namespace.ip('link', 'set', 'eth0', 'mtu', '1400')
  return guest
}
