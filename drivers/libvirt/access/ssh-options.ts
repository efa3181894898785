// How OpenSSH is called: with the installation's own key, with the one host key that a person has compared, and with no settings of the
// user or the system.
import type { HostAddress } from '../../hosts.ts'

export interface SshFiles {
  /** The private key of the installation. */
  identity: string
  /** Has the key of this host alone. */
  knownHosts: string
  /** What connects, instead of `ssh`. For tests, whose hosts are in a network of their own. */
  ssh?: readonly string[] | undefined
}

/** Under this name the key of a host is in its `known_hosts`, wherever the host is. */
export const HOST_ALIAS = 'host'

const SETTINGS = {
  BatchMode: 'yes',
  ClearAllForwardings: 'yes',
  // a host that does not answer is given up within 15 seconds, whether it vanishes before or during a call
  ConnectTimeout: 10,
  ForwardAgent: 'no',
  GlobalKnownHostsFile: '/dev/null',
  HostKeyAlias: HOST_ALIAS,
  IdentitiesOnly: 'yes',
  IdentityAgent: 'none',
  KbdInteractiveAuthentication: 'no',
  LogLevel: 'ERROR',
  PasswordAuthentication: 'no',
  ServerAliveCountMax: 2,
  ServerAliveInterval: 4,
  StrictHostKeyChecking: 'yes',
  UpdateHostKeys: 'no',
}

const asArguments = (settings: Record<string, string | number>) =>
  Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])

/** For the connection itself. It says `ready` once it can be shared. */
export const connectionCommand = ({ address, port, user }: HostAddress, files: SshFiles, socket: string): string[] => [
  ...(files.ssh ?? ['ssh']),
  '-F',
  'none',
  '-T',
  '-N',
  '-M',
  '-S',
  socket,
  ...asArguments({
    ...SETTINGS,
    ControlPersist: 'no',
    IdentityFile: files.identity,
    LocalCommand: 'echo ready',
    PermitLocalCommand: 'yes',
    UserKnownHostsFile: files.knownHosts,
  }),
  '-p',
  String(port),
  '-l',
  user,
  '--',
  address,
]

/** For one command over a connection. Without that it fails, instead of connecting by itself. */
export const sessionCommand = (socket: string, line: string): string[] => [
  'ssh',
  '-F',
  'none',
  '-T',
  '-S',
  socket,
  ...asArguments({ BatchMode: 'yes', ControlMaster: 'no', LogLevel: 'ERROR', ProxyCommand: 'false' }),
  '--',
  HOST_ALIAS,
  line,
]
