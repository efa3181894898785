// Hosts that operators add while the server runs. Each is reached over SSH and becomes a sled of the rack. Names as on the wire.
import type { SledFacts } from './hardware.ts'

export interface HostAddress {
  address: string
  port: number
  user: string
}

export interface HostKey {
  /** As in `known_hosts`, without the name: `ssh-ed25519 AAAA…`. */
  key: string
  /** As `ssh-keygen -l` prints it: `SHA256:…`. */
  fingerprint: string
}

/** A host whose key a person has compared. */
export interface TrustedHost extends HostAddress {
  id: string
  key: string
}

export interface HostCheck {
  name: string
  state: 'ok' | 'warning' | 'failed'
  text: string
  /** What to do about it. Null if there is nothing to do. */
  remedy: string | null
}

export interface CheckedHost {
  checks: HostCheck[]
  /** Absent if the host could not be asked. */
  facts?: SledFacts | undefined
  /** Why it could not, if it does not take part. */
  trouble?: HostTrouble | undefined
}

/** `code` is `host_key_changed` if the host that answers is not the one that was trusted. */
export interface HostTrouble {
  code: 'unreachable' | 'host_key_changed'
  text: string
}

export interface Hosts {
  /** The key that hosts have to let in: `ssh-ed25519 AAAA…`. */
  publicKey(): Promise<string>
  /** Asks a host for its key, without logging in. Rejects with `host` if it does not answer. */
  scan(at: HostAddress): Promise<HostKey>
  /** Finds out whether machines can run there. `others` are those that the rack has. */
  check(host: TrustedHost, others: readonly TrustedHost[]): Promise<CheckedHost>
  /**
   * Makes these the hosts of the rack, besides its own one. Those that are not in service are spare sleds of the inventory, until they
   * are asked to join.
   */
  use(hosts: readonly (TrustedHost & { in_service: boolean })[]): Promise<void>
  /** Why a host of the rack does not take part. Undefined if it answers. */
  trouble(host_id: string): HostTrouble | undefined
}
