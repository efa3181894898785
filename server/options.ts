// Options from the command line and the environment. Unknown options are an error: a server that ignores `--prot 80` listens on
// the wrong port.
import { parseArgs } from 'node:util'
import { SLEDS } from '#control/demo/world.ts'

export interface Options {
  port: number
  host: string
  data: string
  databaseUrl?: string | undefined
  demo: boolean
  apiHost?: URL | undefined
  /** Default: `secret-key` in the data directory. */
  secretKeyFile?: string | undefined
  tls?: { cert: string; key: string } | undefined
  /** If set, silos are reached at `<silo>.sys.<suffix>`. */
  dnsSuffix?: string | undefined
  behindProxy: boolean
  allowUnsolicitedSaml: boolean
  allowLocalMetadata: boolean
  allowLocalReceivers: boolean
  allowPrivateImages: boolean
  /** Sleds of the simulated rack that are in service from the start. */
  simulatedSleds: number
  /** The libvirt that runs machines. Without it they are simulated. */
  machines?: string | undefined
  /** The OVN that connects machines. Without it networks are simulated. */
  network?: NetworkOption | undefined
  /** Use a data directory that was used with the other kind of rack. */
  forgetMachines: boolean
  adminPassword?: string | undefined
}

export interface NetworkOption {
  /** As OVN writes it: `unix:/run/ovn/ovnnb_db.sock` or `ssl:10.0.0.1:6641`. */
  northbound: string
  southbound: string
  /** Files. For ssl. */
  certificates?: { privateKey: string; certificate: string; authority: string } | undefined
}

/** An operator mistake; the message says how to fix it. */
export class BadOption extends Error {}

export const HELP = `Rackwright: the control plane and its web console

  node dist/server/main.js [options]             each option is also an environment variable
  node dist/server/main.js backup FILE [--verify]     write a backup, beside a running server or without one, and read it back
  node dist/server/main.js restore FILE [--verify]    fill an empty data directory and database, or only check the file
  node dist/server/main.js reset-password --user NAME [--silo NAME]
                                                 print a new password, and end the user's sessions and tokens
  (in a checkout: npm start -- [options], npm run backup -- FILE, and so on; the last three take --data, --database-url
  and --secret-key-file)

  --port N            RACKWRIGHT_PORT            port to listen on (4600)
  --host H            RACKWRIGHT_HOST            address to listen on (127.0.0.1)
  --data DIR          RACKWRIGHT_DATA            directory of the database and the disks (./data)
  --database-url URL  RACKWRIGHT_DATABASE_URL    use PostgreSQL: postgres://user:password@host/name
  --secret-key-file FILE                         the key of the secrets in the database: 32 bytes in base64
                      RACKWRIGHT_SECRET_KEY_FILE (secret-key in the data directory, created if absent)
  --demo              RACKWRIGHT_DEMO            fill a new data directory with the demo world
  --api-host URL      RACKWRIGHT_API_HOST        serve only the console, for the API at this address
  --tls-cert FILE     RACKWRIGHT_TLS_CERT        serve HTTPS with this certificate chain (PEM)
  --tls-key FILE      RACKWRIGHT_TLS_KEY         and this private key (PEM)
  --dns-suffix NAME   RACKWRIGHT_DNS_SUFFIX      silos are <silo>.sys.NAME: the address tells which one
  --behind-proxy      RACKWRIGHT_BEHIND_PROXY    trust the X-Forwarded-For and X-Forwarded-Proto of a proxy in front
  --allow-unsolicited-saml                       accept SAML logins that start at the identity provider,
                                                 which are not bound to a browser: another site can log somebody in
                      RACKWRIGHT_ALLOW_UNSOLICITED_SAML
  --allow-local-metadata                         let identity provider metadata URLs reach loopback and link-local addresses
                      RACKWRIGHT_ALLOW_LOCAL_METADATA
  --allow-local-receivers                        let webhooks and the SMTP server be on this machine
                      RACKWRIGHT_ALLOW_LOCAL_RECEIVERS
  --allow-private-images                         let image URLs lead to private networks and to this machine
                      RACKWRIGHT_ALLOW_PRIVATE_IMAGES
  --simulated-sleds N RACKWRIGHT_SIMULATED_SLEDS sleds of the simulated rack (4; 32 with --demo)
  --machines URI      RACKWRIGHT_MACHINES        run real machines on this host: qemu:///system or qemu:///session
  --network REMOTE    RACKWRIGHT_NETWORK         connect machines with OVN; REMOTE is its northbound database:
                                                 ovn:unix:/run/ovn/ovnnb_db.sock or ovn:ssl:HOST:PORT
  --network-southbound REMOTE                    its southbound database, if it is not beside the other one
                      RACKWRIGHT_NETWORK_SOUTHBOUND
                                                 (ovnsb_db.sock in the same directory, or the next port)
  --network-key FILE  RACKWRIGHT_NETWORK_KEY     for ovn:ssl: our private key (PEM),
  --network-certificate FILE                     our certificate (PEM)
                      RACKWRIGHT_NETWORK_CERTIFICATE
  --network-ca FILE   RACKWRIGHT_NETWORK_CA      and the authority that signed the database's (PEM)
  --forget-machines   RACKWRIGHT_FORGET_MACHINES use a data directory of the other kind of rack; its instances are stopped
  --version                                      print the version
  --help                                         print this
                      RACKWRIGHT_ADMIN_PASSWORD  password of the first user (otherwise generated)
`

const NAMES = [
  'port',
  'host',
  'data',
  'database-url',
  'secret-key-file',
  'demo',
  'api-host',
  'tls-cert',
  'tls-key',
  'dns-suffix',
  'behind-proxy',
  'allow-unsolicited-saml',
  'allow-local-metadata',
  'allow-local-receivers',
  'allow-private-images',
  'simulated-sleds',
  'machines',
  'network',
  'network-southbound',
  'network-key',
  'network-certificate',
  'network-ca',
  'forget-machines',
] as const

type Name = (typeof NAMES)[number]
type Environment = Record<string, string | undefined>

const PREFIX = 'RACKWRIGHT_'
const variableOf = (name: string) => PREFIX + name.toUpperCase().replaceAll('-', '_')
/** Of the command line client and of the tests, which may share our environment. */
const OTHER_VARIABLES = ['admin-password', 'url', 'token', 'profile', 'ca-file', 'test-all', 'test-databases']
const VARIABLES = new Set([...NAMES, ...OTHER_VARIABLES].map(variableOf))

export function readOptions(args: readonly string[], environment: Environment): Options | 'help' | 'version' {
  const given = readArguments(args)
  if (given.help) return 'help'
  if (given.version) return 'version'
  // with a misspelled database URL, a server would start on an empty SQLite database instead
  const unknown = Object.keys(environment).find((name) => name.startsWith(PREFIX) && !VARIABLES.has(name))
  if (unknown) throw new BadOption(`unknown environment variable ${unknown}; --help lists those that exist`)
  const value = (name: Name): string | undefined => {
    const flag = given[name]
    if (flag === '') throw new BadOption(`--${name} needs a value`)
    if (flag !== undefined) return String(flag)
    return environment[variableOf(name)] || undefined
  }
  const isOn = (name: Name) => readSwitch(name, value(name) ?? 'false')

  const options: Options = {
    port: readPort(value('port') ?? '4600'),
    host: value('host') ?? '127.0.0.1',
    data: value('data') ?? './data',
    databaseUrl: readDatabaseUrl(value('database-url')),
    secretKeyFile: value('secret-key-file'),
    demo: isOn('demo'),
    apiHost: readApiHost(value('api-host')),
    tls: readTls(value('tls-cert'), value('tls-key')),
    dnsSuffix: readSuffix(value('dns-suffix')),
    behindProxy: isOn('behind-proxy'),
    allowUnsolicitedSaml: isOn('allow-unsolicited-saml'),
    allowLocalMetadata: isOn('allow-local-metadata'),
    allowLocalReceivers: isOn('allow-local-receivers'),
    allowPrivateImages: isOn('allow-private-images'),
    simulatedSleds: readSleds(value('simulated-sleds'), isOn('demo')),
    machines: readMachines(value('machines')),
    network: readNetwork(value('network'), {
      southbound: value('network-southbound'),
      key: value('network-key'),
      certificate: value('network-certificate'),
      ca: value('network-ca'),
    }),
    forgetMachines: isOn('forget-machines'),
    adminPassword: environment.RACKWRIGHT_ADMIN_PASSWORD || undefined,
  }
  if (options.machines && options.demo)
    throw new BadOption('the demo world has simulated machines: leave out --machines or --demo')
  if (options.machines && value('simulated-sleds') !== undefined)
    throw new BadOption('with --machines this host is the only sled: leave out --simulated-sleds')
  if (options.machines && options.apiHost)
    throw new BadOption('--api-host has no machines of its own: leave out --machines')
  if (options.network && options.apiHost)
    throw new BadOption('--api-host has no network of its own: leave out --network')
  if (options.apiHost && options.databaseUrl)
    throw new BadOption('--api-host has no database: leave out --database-url')
  if (options.apiHost && options.demo) throw new BadOption('--api-host has no data of its own: leave out --demo')
  return options
}

function readArguments(args: readonly string[]): Partial<Record<Name | 'help' | 'version', string | boolean>> {
  const string = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: string,
        host: string,
        data: string,
        'database-url': string,
        'secret-key-file': string,
        demo: { type: 'boolean' },
        'api-host': string,
        'tls-cert': string,
        'tls-key': string,
        'dns-suffix': string,
        'behind-proxy': { type: 'boolean' },
        'allow-unsolicited-saml': { type: 'boolean' },
        'allow-local-metadata': { type: 'boolean' },
        'allow-local-receivers': { type: 'boolean' },
        'allow-private-images': { type: 'boolean' },
        'simulated-sleds': string,
        machines: string,
        network: string,
        'network-southbound': string,
        'network-key': string,
        'network-certificate': string,
        'network-ca': string,
        'forget-machines': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    // Node's second sentence is about positional arguments, which do not exist here
    throw new BadOption(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw new BadOption(`port must be a number from 0 to 65535, not "${text}"`)
  return port
}

const DEFAULT_SLEDS = 4
const MAX_SLEDS = 1000

function readSleds(given: string | undefined, demo: boolean): number {
  const text = given ?? String(demo ? SLEDS : DEFAULT_SLEDS)
  const sleds = Number(text)
  if (!/^\d+$/.test(text) || sleds > MAX_SLEDS)
    throw new BadOption(`simulated-sleds must be a number from 0 to ${MAX_SLEDS}, not "${text}"`)
  return sleds
}

/** Other hosts cannot be used: their guests would have to open the disks in our data directory. */
function readMachines(text: string | undefined): string | undefined {
  if (text !== undefined && !/^qemu:\/\/\/(system|session)(\?socket=\/[\w./-]+)?$/.test(text))
    throw new BadOption(`machines must be qemu:///system or qemu:///session, the libvirt of this host, not "${text}"`)
  return text
}

/** Unencrypted TCP is refused: whoever reaches a database rules the network. */
const REMOTE = /^ovn:(unix:\/.+|ssl:(?:[^\s:]+|\[[\da-f:.]+\]):\d{1,5})$/i

type NetworkText = Record<'southbound' | 'key' | 'certificate' | 'ca', string | undefined>

function readNetwork(text: string | undefined, more: NetworkText): NetworkOption | undefined {
  const { southbound, key, certificate, ca } = more
  if (text === undefined) {
    if (Object.values(more).some(Boolean)) throw new BadOption('the other network options need --network')
    return undefined
  }
  const remotes = { northbound: readRemote('network', text), southbound: readSouthbound(text, southbound) }
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

function readRemote(name: string, text: string): string {
  const remote = REMOTE.exec(text)?.[1]
  if (remote === undefined)
    throw new BadOption(
      `${name} must be ovn:unix:/path/of/a/socket or ovn:ssl:host:port, a database of OVN, not "${text}"`,
    )
  return remote
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

function readSwitch(name: string, text: string): boolean {
  if (['true', '1', 'yes'].includes(text)) return true
  if (['false', '0', 'no'].includes(text)) return false
  throw new BadOption(`${name} must be true or false, not "${text}"`)
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  // the value contains a password, so the message never repeats it
  if (text !== undefined && !/^postgres(ql)?:\/\/./.test(text)) {
    throw new BadOption('database-url must begin with postgres:// or postgresql://')
  }
  return text
}

function readApiHost(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new BadOption(`api-host must be an address such as https://cloud.example.com, not "${text}"`)
  }
  if (url.pathname !== '/' || url.search || url.username) {
    throw new BadOption(`api-host must be a scheme, a host and perhaps a port, nothing more: not "${text}"`)
  }
  return url
}

function readTls(cert: string | undefined, key: string | undefined): Options['tls'] {
  if (cert && key) return { cert, key }
  if (cert || key) throw new BadOption('tls-cert and tls-key go together: give both or neither')
  return undefined
}

function readSuffix(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text)) {
    throw new BadOption(`dns-suffix must be a host name such as cloud.example.com, not "${text}"`)
  }
  return text
}
