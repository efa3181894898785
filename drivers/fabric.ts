// The switches of a rack as the control plane configures and observes them. Spelled as on the wire.
// A real implementation talks to the switches; simulated-fabric.ts makes up neighbors that answer.

export interface SwitchAt {
  rack_id: string
  location: 'switch0' | 'switch1'
}

export interface LldpSpec {
  enabled: boolean
  chassis_id: string | null
  link_name: string | null
  link_description: string | null
  system_name: string | null
  system_description: string | null
  management_ip: string | null
}

export interface LinkSpec {
  link_name: string
  autoneg: boolean
  fec: string | null
  mtu: number
  speed: string
  tx_eq: object | null
  lldp: LldpSpec
}

export interface PeerSpec {
  addr: string
  interface_name: string
  vlan_id: number | null
  local_asn: number
  /** Null accepts any. */
  remote_asn: number | null
  /** Seconds, as are the other times. */
  hold_time: number
  keepalive: number
  connect_retry: number
  delay_open: number
  idle_hold_time: number
  enforce_first_as: boolean
  communities: number[]
  local_pref: number | null
  min_ttl: number | null
  multi_exit_discriminator: number | null
  /** A secret: never in an error or a log. */
  md5_auth_key: string | null
  /** The networks to announce: the announce set, less what the peer's export policy holds back. */
  exports: string[]
  /** Networks to accept; null accepts all. */
  imports: string[] | null
}

export interface PortSpec {
  port_name: string
  geometry: string
  links: LinkSpec[]
  addresses: { interface_name: string; address: string; vlan_id: number | null }[]
  interfaces: { interface_name: string; kind: string; v6_enabled: boolean; vlan_id: number | null }[]
  routes: { interface_name: string; dst: string; gw: string; rib_priority: number | null; vlan_id: number | null }[]
  peers: PeerSpec[]
}

export interface BfdSpec {
  remote: string
  local: string | null
  detection_threshold: number
  /** Microseconds. */
  required_rx: number
  mode: 'single_hop' | 'multi_hop'
}

export interface SwitchSpec {
  /** Ports that have settings; the others are off. */
  ports: PortSpec[]
  loopbacks: string[]
  bfd: BfdSpec[]
}

export interface LinkStatus {
  link_name: string
  state: 'up' | 'down'
  /** When the link got into this state. */
  since: string
  speed: string
  autoneg: boolean
  fec: string | null
  mtu: number
}

export interface LldpNeighbor {
  local_port: string
  chassis_id: string
  link_name: string
  link_description: string | null
  system_name: string | null
  system_description: string | null
  management_ip: string[]
  first_seen: string
  last_seen: string
}

export type BgpState = 'idle' | 'connect' | 'active' | 'open_sent' | 'open_confirm' | 'session_setup' | 'established'

export interface BgpSession {
  addr: string
  local_asn: number
  remote_asn: number
  state: BgpState
  state_duration_millis: number
  /** When it was last established, or configured if it never was; null while established. A peer that keeps trying changes its state
   * every few seconds, so the state's own duration does not tell. */
  down_since: string | null
  /** Nothing until the session is established. */
  exported: string[]
  imported: { id: number; prefix: string; nexthop: string }[]
  /** The handshake and the latest messages, oldest first. */
  history: BgpMessage[]
}

export interface BgpMessage {
  time: string
  direction: 'sent' | 'received'
  message:
    | { type: 'open'; asn: number; hold_time: number }
    | { type: 'keepalive' }
    | { type: 'update'; prefixes: string[] }
}

export type BfdState = 'admin_down' | 'down' | 'init' | 'up'

export interface Fabric {
  /** Makes the switch match. Safe to repeat: what is unchanged stays up. */
  configure(at: SwitchAt, spec: SwitchSpec): Promise<void>
  /** Empty for a port without settings. */
  links(at: SwitchAt, port_name: string): Promise<LinkStatus[]>
  lldpNeighbors(at: SwitchAt, port_name: string): Promise<LldpNeighbor[]>
  bgpSessions(at: SwitchAt): Promise<BgpSession[]>
  bfdSessions(at: SwitchAt): Promise<{ remote: string; state: BfdState }[]>
}
