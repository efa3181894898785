// What else the host brings: randomness, a log, diagnostics and a first image. The domain never uses node:* directly.

export interface Random {
  uuid(): string
  bytes(count: number): Uint8Array
}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}

/** Decodes valid base64. Each host has its own fast decoder. */
export type DecodeBase64 = (text: string) => Uint8Array

/** Host details for a support bundle. No secrets. */
export interface Diagnostics {
  versions: Record<string, string>
  configuration: Record<string, unknown>
  /** The latest log lines, oldest first. */
  log(): string
}

/** What the setup script of hosts needs to know of this server. Nothing secret. */
export interface HostSetupFacts {
  /** Whose IDs own the volumes. */
  uid: number
  gid: number
  /** The directory that all hosts share, unless the volumes are on Ceph. */
  volumes: string
  /** The settings of Ceph, if the volumes are there. */
  ceph_conf?: string | undefined
  /** The directory of each host for the files of its machines. */
  machines: string
  /** Whether hosts take part in OVN. */
  hasNetwork: boolean
  /** The southbound database as this server reaches it. */
  southbound?: string | undefined
  /** The service that gives guests a network where there is no OVN. */
  guestNetwork: { program: string; filter: string; unit: string }
}

/** A raw disk that the host offers to start with. */
export interface StarterImage {
  size: number
  /** Another if the bytes are others. */
  version: string
  /** From `start` to before `end`. */
  read(start: number, end: number): AsyncGenerator<Uint8Array>
}
