// The networks of VPCs as the control plane wants them, and what carries them. Spelled as on the wire.
// The control plane resolves every name: a driver sees ids and addresses, and never has to know what a rule or a route meant.

export interface Named {
  id: string
  name: string
}

export interface SubnetNode extends Named {
  vpc_id: string
  ipv4_block: string
  ipv6_block: string
  custom_router_id: string | null
}

export interface NetworkSubnet extends SubnetNode {
  /** Where instances send what leaves the subnet. */
  gateway_ip: string
}

export interface RouterNode extends Named {
  vpc_id: string
  kind: 'system' | 'custom'
}

export interface GatewayNode extends Named {
  vpc_id: string
  /** Traffic leaves from an external address of the instance that is from one of these pools, or is one of these addresses. */
  pool_ids: readonly string[]
  addresses: readonly string[]
}

/** `local` delivers within the VPC. */
export type NetworkHop =
  | { type: 'local' }
  | { type: 'drop' }
  | { type: 'interface'; interface_id: string }
  | { type: 'gateway'; gateway_id: string }

/**
 * The longest prefix wins. At equal length the subnet's custom router wins over the system router, and within one router the first route
 * by name.
 */
export interface NetworkRoute extends Named {
  vpc_router_id: string
  /** A destination that is a subnet has two: IPv4 and IPv6. */
  prefixes: readonly string[]
  hop: NetworkHop
}

/** `vpc`, `subnet` and `instance` select interfaces of the VPC; `ip` and `ip_net` also addresses outside. */
export type NetworkSelector =
  | { type: 'vpc' }
  | { type: 'subnet'; subnet_id: string }
  | { type: 'instance'; instance_id: string }
  | { type: 'ip'; value: string }
  | { type: 'ip_net'; value: string }

/**
 * An enabled firewall rule. The lowest priority number wins, and deny wins at equal priority. Traffic that no rule matches is denied
 * inbound and allowed outbound; replies always pass.
 */
export interface NetworkRule extends Named {
  direction: 'inbound' | 'outbound'
  action: 'allow' | 'deny'
  priority: number
  /** The interfaces that it applies to. Empty: none. */
  targets: readonly NetworkSelector[]
  /** The other end. Null: any. Empty: none, because every name in it is of something that does not exist. */
  hosts: readonly NetworkSelector[] | null
  /** Destination ports: `22` or `8000-8999`. Null: any. */
  ports: readonly string[] | null
  /** Null: any. */
  protocols: readonly ('TCP' | 'UDP' | 'ICMP')[] | null
}

/** What an interface belongs to. Probes are test machines of the operator. */
export interface NetworkMachine extends Named {
  kind: 'instance' | 'probe'
  /** Resolves to the primary address, as `<hostname>.<dns_name of the VPC>`. */
  hostname: string
}

export interface InterfaceNode extends Named {
  /** The instance or probe. */
  instance_id: string
  vpc_id: string
  subnet_id: string
  ip: string
  primary: boolean
  /** Networks whose traffic it may send and receive besides that of its own address. */
  transit_ips: readonly string[]
}

export interface NetworkInterface extends InterfaceNode {
  mac: string
}

/** Belongs to the primary interface of the instance. */
export interface ExternalIpNode {
  instance_id: string
  kind: 'floating' | 'ephemeral' | 'snat'
  /** Name of a floating IP. */
  name: string | null
  ip: string
  ip_pool_id: string
}

/** A source NAT address is shared: only these ports of it are the instance's. */
export interface NetworkExternalIp extends ExternalIpNode {
  first_port: number
  last_port: number
}

/** A network outside, where pools of external addresses live. */
export interface ExternalNetwork extends Named {
  /** What the hosts call it, in their bridge mappings. */
  physical_network: string
  /** Null: untagged. */
  vlan: number | null
  /** Its external addresses are in here. IPv4. */
  prefix: string
  /** The router that leads to everywhere else. */
  next_hop: string
  pool_ids: readonly string[]
  /** What instances ask for names outside their VPC. */
  dns_servers: readonly string[]
  /** Names of the hosts that may carry its traffic. The first of them that works does. */
  hosts: readonly string[]
}

/** Everything about the network of one VPC. */
export interface VpcNetwork extends Named {
  /** Rises with every change of what is wanted. */
  generation: number
  dns_name: string
  ipv6_prefix: string
  /** Distinguishes the VPC in traffic between hosts. */
  vni: number
  /** The MTU of every interface, in bytes. */
  mtu: number
  subnets: readonly NetworkSubnet[]
  routers: readonly RouterNode[]
  /** Without those that lead to something that does not exist. */
  routes: readonly NetworkRoute[]
  gateways: readonly GatewayNode[]
  rules: readonly NetworkRule[]
  machines: readonly NetworkMachine[]
  interfaces: readonly NetworkInterface[]
  external_ips: readonly NetworkExternalIp[]
  /** External networks with a pool that one of its external addresses is from, or that one of its gateways uses. */
  external_networks: readonly ExternalNetwork[]
}

/** One packet that opens a connection. An end is an interface of the VPC, or an address outside. */
export interface TracedPacket {
  vpc_id: string
  from: TracedEnd
  to: TracedEnd
  protocol: 'TCP' | 'UDP' | 'ICMP'
  /** The port of the destination. Null for ICMP. */
  port: number | null
}

export type TracedEnd = { type: 'interface'; interface_id: string } | { type: 'outside'; ip: string }

export interface Trace {
  is_delivered: boolean
  /** What the network said, for engineers. */
  output: string
}

/** A host that carries traffic, or a database of the network. */
export interface NetworkPart {
  kind: 'host' | 'database'
  name: string
  /** `lagging` has not confirmed a change for longer than a moment. */
  state: 'up' | 'lagging' | 'down'
  /** Null for hosts other than ours: the network does not know their versions. */
  version: string | null
  /** Where other hosts reach it. */
  address: string | null
}

export interface VpcNetworkState {
  vpc_id: string
  /** In force. Zero when somebody else has changed it, so that it matches no generation. */
  generation: number
}

/** A network that does not answer within this time counts as unreachable. */
export const ANSWER_TIMEOUT_MS = 10_000

/**
 * Every call may be repeated. A network that is unreachable or does not answer in time is a DriverError with code `host`: that never
 * means that a VPC is gone, nor that a call had no effect.
 */
export interface Network {
  /**
   * Makes the network of this VPC match. Resolves once it is in force on every host that is not silent. The same generation again repairs
   * what others have changed; an older one than that in force changes nothing. `refused` if another installation has the VPC.
   */
  apply(vpc: VpcNetwork): Promise<void>
  /** Gone when it resolves, unless another installation has it. Unknown is fine. */
  remove(vpc_id: string): Promise<void>
  /** The VPCs that it carries for this installation, including those that should no longer exist. */
  list(): Promise<VpcNetworkState[]>
  /** IDs of VPCs that it carries for other installations, which are left alone. Absent from a network that is not shared. */
  others?(): Promise<string[]>
  /**
   * Names of the hosts that have not confirmed the last change of this VPC, at once. Those that apply() no longer waits for are silent: their
   * guests keep the rules they had.
   */
  hostsBehind(vpc_id: string): Promise<string[]>
  /**
   * Whether a host may switch packets in user space. Nobody there computes the checksums that a guest leaves to its network card, and the
   * other end drops its packets. Absent from a network that carries no traffic.
   */
  switchesInUserSpace?(): Promise<boolean>
  /**
   * IPv4 addresses of the hosts of machines, instead of those that it was told before; those of this machine it knows. Guests must not
   * begin connections to them: list() says zero for each VPC that does not know them yet. Absent from a network that carries no traffic.
   */
  keepGuestsFrom?(addresses: readonly string[]): void
  /** What would happen to a packet. Undefined from a network that carries no traffic. */
  trace(packet: TracedPacket): Promise<Trace | undefined>
  /** Never fails: what cannot be asked is down. Empty from a network that carries no traffic. */
  parts(): Promise<NetworkPart[]>
  /** Called when list() may have changed without a call: after a reconnect, or when somebody else has changed it. */
  watch(listener: () => void): () => void
  /** Disconnects. Traffic goes on. */
  close(): Promise<void>
}
