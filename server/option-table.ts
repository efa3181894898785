// All options of the server, one row each. The command line, the environment, `--help` and the table in the README follow from it.
import { SLEDS } from '#control/demo/world.ts'
import {
  CEPH_CONF,
  CEPH_USER,
  readApiHost,
  readDatabaseUrl,
  readCephConf,
  readCephUser,
  readMachines,
  readPort,
  readSleds,
  readSuffix,
  readSwitch,
  readVolumes,
} from './option-readers.ts'

/** Sleds of a simulated rack, unless it is the one of the demo world. */
export const DEFAULT_SLEDS = 4

/** Tells whether an option is given. */
type Has = (name: string) => boolean

/**
 * What a later start on the same data does without the option, as docs/operating.md has it:
 * nothing, because the option is about one start; the data remembers it; the start is refused; or the log says what is missing.
 */
type Later = 'each start' | 'remembered' | 'refused' | 'said'

export interface Row<Value = unknown> {
  /** What follows the option. A switch has none. */
  argument?: string
  /** In Markdown, for the README. */
  help: string
  fallback?: string
  read: (text: string, name: string) => Value
  /** Why the option does not go with others, or undefined. */
  check?: (has: Has) => string | undefined
  later: Later
}

interface SureRow<Value> extends Row<Value> {
  fallback: string
}

const option = <Value>(row: Row<Value>) => row
const sure = <Value>(row: SureRow<Value>) => row
const flag = (row: Pick<Row, 'help' | 'check' | 'later'>) => sure({ ...row, fallback: 'false', read: readSwitch })
const text = (given: string) => given
const needsNetwork = (has: Has) => (has('network') ? undefined : 'the other network options need --network')
const needsVolumes = (has: Has) => (has('volumes') ? undefined : 'the options of Ceph are for --volumes rbd:POOL')
const pair = (other: string) => (has: Has) =>
  has(other) ? undefined : 'tls-cert and tls-key go together: give both or neither'

export const OPTIONS = {
  port: sure({ argument: 'N', help: 'port to listen on', fallback: '4600', read: readPort, later: 'each start' }),
  host: sure({ argument: 'H', help: 'address to listen on', fallback: '127.0.0.1', read: text, later: 'each start' }),
  data: sure({
    argument: 'DIR',
    help: 'directory of the database and the disks',
    fallback: './data',
    read: text,
    later: 'each start',
  }),
  'database-url': option({
    argument: 'URL',
    help: 'use PostgreSQL instead of SQLite: `postgres://user:password@host/name`',
    read: readDatabaseUrl,
    later: 'refused',
  }),
  'secret-key-file': option({
    argument: 'FILE',
    help: 'the key of the secrets in the database: 32 bytes in base64 (`secret-key` in the data directory, created if absent)',
    read: text,
    later: 'refused',
  }),
  demo: flag({ help: 'fill a new data directory with the demo world', later: 'remembered' }),
  'api-host': option({
    argument: 'URL',
    help: 'serve only the console, and forward the API to this host',
    read: readApiHost,
    check: (has) =>
      [
        has('machines') && '--api-host has no machines of its own: leave out --machines',
        has('network') && '--api-host has no network of its own: leave out --network',
        has('database-url') && '--api-host has no database: leave out --database-url',
        has('demo') && '--api-host has no data of its own: leave out --demo',
      ].find((problem) => problem !== false),
    later: 'each start',
  }),
  'tls-cert': option({
    argument: 'FILE',
    help: 'serve HTTPS with this certificate chain (PEM)',
    read: text,
    check: pair('tls-key'),
    later: 'said',
  }),
  'tls-key': option({
    argument: 'FILE',
    help: 'the private key of that certificate (PEM)',
    read: text,
    check: pair('tls-cert'),
    later: 'each start',
  }),
  'dns-suffix': option({
    argument: 'NAME',
    help: 'silos have the addresses `<silo>.sys.NAME`; their certificates must match',
    read: readSuffix,
    later: 'said',
  }),
  'behind-proxy': flag({
    help: 'trust the `X-Forwarded-For` and `X-Forwarded-Proto` of a proxy in front',
    later: 'said',
  }),
  'allow-unsolicited-saml': flag({
    help: 'accept SAML logins that start at the identity provider, which are not bound to a browser: another site can log somebody in',
    later: 'said',
  }),
  'allow-local-metadata': flag({
    help: 'let identity providers and their metadata be on this machine',
    later: 'said',
  }),
  'allow-local-receivers': flag({ help: 'let webhooks and the SMTP server be on this machine', later: 'said' }),
  'allow-local-syslog': flag({ help: 'let the syslog server of the audit log be on this machine', later: 'said' }),
  'allow-private-images': flag({ help: 'let image URLs lead to private networks and to this machine', later: 'said' }),
  'backup-root': option({
    argument: 'DIR',
    help: 'let backup targets be directories below this one; needs `restic`',
    read: text,
    check: (has) => (has('api-host') ? '--api-host has no backups of its own: leave out --backup-root' : undefined),
    later: 'said',
  }),
  'allow-local-backups': flag({ help: 'let servers of backup targets be on this machine', later: 'said' }),
  'simulated-sleds': option({
    argument: 'N',
    help: `sleds of the simulated rack (${DEFAULT_SLEDS}; ${SLEDS} with \`--demo\`)`,
    read: readSleds,
    later: 'remembered',
  }),
  machines: option({
    argument: 'URI',
    help: 'run real machines on this host (`qemu:///system` or `qemu:///session`), or only on hosts that are added later (`hosts`)',
    read: readMachines,
    check: (has) =>
      [
        has('demo') && 'the demo world has simulated machines: leave out --machines or --demo',
        has('simulated-sleds') && 'with --machines this host is the only sled: leave out --simulated-sleds',
      ].find((problem) => problem !== false),
    later: 'refused',
  }),
  volumes: option({
    argument: 'PLACE',
    help: 'where the disks are: a directory that every host sees at the same path (`disks` in the data directory), or `rbd:POOL` on Ceph',
    read: readVolumes,
    check: (has) => (has('machines') ? undefined : '--volumes is for --machines'),
    later: 'refused',
  }),
  'ceph-conf': option({
    argument: 'FILE',
    help: `the settings of Ceph, at the same path on every host (\`${CEPH_CONF}\`)`,
    read: readCephConf,
    check: needsVolumes,
    later: 'each start',
  }),
  'ceph-user': option({
    argument: 'NAME',
    help: `the user of Ceph, without \`client.\`; a keyring that the settings name has its key (\`${CEPH_USER}\`)`,
    read: readCephUser,
    check: needsVolumes,
    later: 'each start',
  }),
  'guest-network': option({
    argument: 'SOCKET',
    help: 'the service that connects real machines without OVN (`/run/rackwright-guests/control`)',
    read: text,
    check: (has) =>
      has('machines') && !has('network') ? undefined : '--guest-network is for --machines without --network',
    later: 'each start',
  }),
  network: option({
    argument: 'REMOTE',
    help: 'put VPCs on OVN, by its northbound database: `ovn:unix:/run/ovn/ovnnb_db.sock` or `ovn:ssl:HOST:PORT`',
    read: text,
    later: 'refused',
  }),
  'network-southbound': option({
    argument: 'REMOTE',
    help: 'the southbound database of OVN, if it is not beside the other one (`ovnsb_db.sock` in the same directory, or the next port)',
    read: text,
    check: needsNetwork,
    later: 'each start',
  }),
  'network-key': option({
    argument: 'FILE',
    help: 'our private key (PEM), for `ovn:ssl`',
    read: text,
    check: needsNetwork,
    later: 'each start',
  }),
  'network-certificate': option({
    argument: 'FILE',
    help: 'our certificate (PEM), for `ovn:ssl`',
    read: text,
    check: needsNetwork,
    later: 'each start',
  }),
  'network-ca': option({
    argument: 'FILE',
    help: "the authority that signed the database's certificate (PEM), for `ovn:ssl`",
    read: text,
    check: needsNetwork,
    later: 'each start',
  }),
  'forget-network': flag({
    help: 'use a data directory that was used with OVN without it; its rows stay in OVN',
    later: 'each start',
  }),
  'forget-machines': flag({
    help: 'use a data directory of the other kind of rack; its instances are stopped',
    later: 'each start',
  }),
}

export type OptionName = keyof typeof OPTIONS
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[]

const PREFIX = 'RACKWRIGHT_'
export const variableOf = (name: string) => PREFIX + name.toUpperCase().replaceAll('-', '_')
export const isOurVariable = (name: string) => name.startsWith(PREFIX)
/** A password on a command line would be seen by every user of the machine. */
export const PASSWORD_VARIABLE = variableOf('admin-password')
export const PASSWORD_HELP = 'password of the first user; generated if unset'
