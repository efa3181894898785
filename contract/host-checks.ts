// What hosts and the settings of their setup script may be called. All of it ends up in arguments of programs and in a script, so only
// forms that mean nothing else there are accepted. No zod: the console imports this.
import { hostnameProblem } from './checks.ts'
import { isIp, isIpNet } from './ip.ts'
import { MAX_HOSTNAME_LENGTH } from './limits.ts'

export const DEFAULT_SSH_PORT = 22
/** The user that the setup script creates. */
export const HOST_USER = 'rackwright'

/** An address or a name. Neither begins with a hyphen, which programs would take for an option. */
export function hostAddressProblem(text: string): string | undefined {
  if (text === '') return 'expected a host name or an IP address'
  if (text.length > MAX_HOSTNAME_LENGTH) return `an address has at most ${MAX_HOSTNAME_LENGTH} characters`
  if (isIp(text)) return undefined
  if (/^[\d.]+$/.test(text) || hostnameProblem(text) !== undefined)
    return 'expected a host name or an IP address, such as rack-2.example.com or 192.0.2.12'
  return undefined
}

/** As in Debian: what `adduser` accepts. */
export const hostUserProblem = (text: string): string | undefined =>
  /^[a-z_][a-z0-9_-]{0,31}$/.test(text)
    ? undefined
    : 'a user name begins with a letter and has up to 32 lower-case letters, digits, hyphens and underscores'

export const hostPortProblem = (port: number): string | undefined =>
  Number.isInteger(port) && port >= 1 && port <= 65535 ? undefined : 'expected a port from 1 to 65535'

export const isHostFingerprint = (text: string) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(text)

/** Where the server connects from. */
export const fromProblem = (text: string): string | undefined =>
  isIp(text) || isIpNet(text) ? undefined : 'expected an IP address or a network, such as 192.0.2.10 or 192.0.2.0/24'

function isRemote(remote: string): boolean {
  const [, address = '', port = ''] = /^(?:tcp|ssl):(\[[0-9a-fA-F:.]+\]|[^[\]:]+):(\d{1,5})$/.exec(remote) ?? []
  const bare = address.replace(/^\[(.*)\]$/, '$1')
  return bare !== '' && hostAddressProblem(bare) === undefined && hostPortProblem(Number(port)) === undefined
}

/** A database of OVN that other hosts reach: `tcp:192.0.2.11:6642`, or several with commas. */
export function networkDatabaseProblem(text: string): string | undefined {
  if (text.length > 1024) return 'the text is too long'
  if (text.split(',').every(isRemote)) return undefined
  return 'expected ssl:ADDRESS:PORT or tcp:ADDRESS:PORT, several with commas'
}
