// Reads the text of one option. What is wrong with it is said in one sentence that names the option.
import { isAbsolute, resolve } from 'node:path'

/** An operator mistake; the message says how to fix it. */
export class BadOption extends Error {}

export interface NetworkOption {
  /** As OVN writes it: `unix:/run/ovn/ovnnb_db.sock` or `ssl:10.0.0.1:6641`. */
  northbound: string
  southbound: string
  /** Files. For ssl. */
  certificates?: { privateKey: string; certificate: string; authority: string } | undefined
}

const MAX_SLEDS = 1000

export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw new BadOption(`port must be a number from 0 to 65535, not "${text}"`)
  return port
}

export function readSleds(text: string): number {
  const sleds = Number(text)
  if (!/^\d+$/.test(text) || sleds > MAX_SLEDS)
    throw new BadOption(`simulated-sleds must be a number from 0 to ${MAX_SLEDS}, not "${text}"`)
  return sleds
}

/** Machines run only on hosts that operators add. */
export const HOSTS_ONLY = 'hosts'

/** Other hosts are added while the server runs. */
export function readMachines(text: string): string {
  if (text !== HOSTS_ONLY && !/^qemu:\/\/\/(system|session)(\?socket=\/[\w./-]+)?$/.test(text))
    throw new BadOption(
      `machines must be qemu:///system or qemu:///session, the libvirt of this host, or hosts, not "${text}"`,
    )
  return text
}

/** It has the same path on other hosts, so it is not relative to where this server was started. */
export function readFolder(text: string, name: string): string {
  if (!isAbsolute(text))
    throw new BadOption(`${name} must be a path from the root, such as /srv/volumes, not "${text}"`)
  return resolve(text)
}

/** A pool of Ceph, as Ceph writes it. */
const POOL = /^rbd:[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/

/** A directory, or a pool of Ceph. */
export function readVolumes(text: string, name: string): string {
  if (!text.startsWith('rbd:')) return readFolder(text, name)
  if (!POOL.test(text)) throw new BadOption(`${name} must be a path, or rbd: and the name of a pool, not "${text}"`)
  return text
}

/** Undefined if the volumes are files. */
export const poolIn = (volumes: string | undefined) =>
  volumes?.startsWith('rbd:') ? volumes.slice('rbd:'.length) : undefined

/** QEMU reads it as one of several settings in a line, so it has no comma. */
export const CEPH_CONF = '/etc/ceph/ceph.conf'
export const CEPH_USER = 'admin'

interface CephOptions {
  volumes?: string | undefined
  cephConf?: string | undefined
  cephUser?: string | undefined
}

/** The pool of the volumes and how it is opened. Undefined if they are files. */
export function cephOf({ volumes, cephConf = CEPH_CONF, cephUser = CEPH_USER }: CephOptions) {
  const pool = poolIn(volumes)
  return pool === undefined ? undefined : { pool, conf: cephConf, user: cephUser }
}

export function readCephConf(text: string, name: string): string {
  const path = readFolder(text, name)
  if (/[,:;\s"'\\]/.test(path)) throw new BadOption(`${name} must be a path without spaces and commas, not "${text}"`)
  return path
}

export function readCephUser(text: string, name: string): string {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(text))
    throw new BadOption(`${name} must be a name of Ceph without "client.", not "${text}"`)
  return text
}

export function readSwitch(text: string, name: string): boolean {
  if (['true', '1', 'yes'].includes(text)) return true
  if (['false', '0', 'no'].includes(text)) return false
  throw new BadOption(`${name} must be true or false, not "${text}"`)
}

export function readDatabaseUrl(text: string): string {
  // the value contains a password, so the message never repeats it
  if (!/^postgres(ql)?:\/\/./.test(text))
    throw new BadOption('database-url must begin with postgres:// or postgresql://')
  return text
}

export function readApiHost(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new BadOption(`api-host must be an address such as https://cloud.example.com, not "${text}"`)
  }
  if (url.pathname !== '/' || url.search || url.username) {
    throw new BadOption(`api-host must be a scheme, a host and perhaps a port, nothing more: not "${text}"`)
  }
  return url
}

export function readSuffix(text: string): string {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text)) {
    throw new BadOption(`dns-suffix must be a host name such as cloud.example.com, not "${text}"`)
  }
  return text
}

/** Unencrypted TCP is refused: whoever reaches a database rules the network. */
const REMOTE = /^ovn:(unix:\/.+|ssl:(?:[^\s:]+|\[[\da-f:.]+\]):\d{1,5})$/i

function readRemote(name: string, text: string): string {
  const remote = REMOTE.exec(text)?.[1]
  if (remote === undefined)
    throw new BadOption(
      `${name} must be ovn:unix:/path/of/a/socket or ovn:ssl:host:port, a database of OVN, not "${text}"`,
    )
  return remote
}

type NetworkText = Record<'network' | 'southbound' | 'key' | 'certificate' | 'ca', string | undefined>

/** The options of the network belong together: which ones are needed follows from the others. */
export function readNetwork({ network, southbound, key, certificate, ca }: NetworkText): NetworkOption | undefined {
  if (network === undefined) return undefined
  const remotes = { northbound: readRemote('network', network), southbound: readSouthbound(network, southbound) }
  const isEncrypted = Object.values(remotes).some((remote) => remote.startsWith('ssl:'))
  if (!isEncrypted) {
    if (key || certificate || ca)
      throw new BadOption(
        'a socket needs no certificate: leave out --network-key, --network-certificate and --network-ca',
      )
    return remotes
  }
  if (!key || !certificate || !ca)
    throw new BadOption('ovn:ssl needs --network-key, --network-certificate and --network-ca')
  return { ...remotes, certificates: { privateKey: key, certificate, authority: ca } }
}

/** Unless given, where OVN puts it. */
function readSouthbound(northbound: string, given: string | undefined): string {
  if (given !== undefined) return readRemote('network-southbound', given)
  const beside = northbound.startsWith('ovn:unix:')
    ? northbound.replace(/ovnnb(?=[^/]*$)/, 'ovnsb')
    : northbound.replace(/\d+$/, (port) => String(Number(port) + 1))
  if (beside === northbound)
    throw new BadOption('give --network-southbound too: it cannot be told from the path of the northbound database')
  return readRemote('network', beside)
}
