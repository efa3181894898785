import { expect, test } from 'vitest'
import { BadOption, readOptions } from './options.ts'

const read = (line: string, environment: Record<string, string> = {}) =>
  readOptions(line.split(' ').filter(Boolean), environment)

const off = {
  demo: false,
  forgetMachines: false,
  forgetNetwork: false,
  behindProxy: false,
  allowUnsolicitedSaml: false,
  allowLocalMetadata: false,
  allowLocalReceivers: false,
  allowLocalSyslog: false,
  allowLocalBackups: false,
  allowPrivateImages: false,
}

test('without options: the address and directory of the README', () => {
  expect(read('')).toEqual({ port: 4600, host: '127.0.0.1', data: './data', simulatedSleds: 4, ...off })
})

test('every option by flag', () => {
  const line =
    '--port 80 --host 0.0.0.0 --data /d --database-url postgres://u:p@h/n --demo --tls-cert c --tls-key k --behind-proxy' +
    ' --allow-unsolicited-saml --allow-local-metadata --allow-local-receivers --allow-local-syslog --allow-private-images --backup-root /b --allow-local-backups --simulated-sleds 7 --forget-machines --forget-network --secret-key-file /k'
  expect(read(line)).toEqual({
    port: 80,
    host: '0.0.0.0',
    data: '/d',
    databaseUrl: 'postgres://u:p@h/n',
    secretKeyFile: '/k',
    demo: true,
    tls: { cert: 'c', key: 'k' },
    behindProxy: true,
    allowUnsolicitedSaml: true,
    allowLocalMetadata: true,
    allowLocalReceivers: true,
    allowLocalSyslog: true,
    allowPrivateImages: true,
    backupRoot: '/b',
    allowLocalBackups: true,
    simulatedSleds: 7,
    forgetMachines: true,
    forgetNetwork: true,
  })
  expect(read('--api-host https://cloud.example.com:8443')).toMatchObject({
    apiHost: new URL('https://cloud.example.com:8443'),
  })
})

test('every option by environment; flags win and empty variables are ignored', () => {
  const environment = {
    RACKWRIGHT_PORT: '81',
    RACKWRIGHT_HOST: '',
    RACKWRIGHT_DATA: '/e',
    RACKWRIGHT_DEMO: '1',
    RACKWRIGHT_DATABASE_URL: 'postgresql://h/n',
    RACKWRIGHT_TLS_CERT: 'c',
    RACKWRIGHT_TLS_KEY: 'k',
    RACKWRIGHT_BEHIND_PROXY: 'true',
    RACKWRIGHT_ALLOW_UNSOLICITED_SAML: 'true',
    RACKWRIGHT_ALLOW_LOCAL_METADATA: 'yes',
    RACKWRIGHT_ALLOW_LOCAL_RECEIVERS: '1',
    RACKWRIGHT_ALLOW_LOCAL_SYSLOG: '1',
    RACKWRIGHT_ALLOW_PRIVATE_IMAGES: '1',
    RACKWRIGHT_BACKUP_ROOT: '/b',
    RACKWRIGHT_ALLOW_LOCAL_BACKUPS: '1',
    RACKWRIGHT_ADMIN_PASSWORD: 'secret',
  }
  expect(read('--data /f', environment)).toEqual({
    port: 81,
    host: '127.0.0.1',
    data: '/f',
    demo: true,
    databaseUrl: 'postgresql://h/n',
    tls: { cert: 'c', key: 'k' },
    adminPassword: 'secret',
    behindProxy: true,
    allowUnsolicitedSaml: true,
    allowLocalMetadata: true,
    allowLocalReceivers: true,
    allowLocalSyslog: true,
    allowPrivateImages: true,
    backupRoot: '/b',
    allowLocalBackups: true,
    // the rack of the demo world
    simulatedSleds: 32,
    forgetMachines: false,
    forgetNetwork: false,
  })
})

test.each([
  ['--prot 80', /--prot/],
  ['80', /80/],
  ['--port', /port/],
  ['--port 70000', /0 to 65535, not "70000"/],
  ['--port 8x', /not "8x"/],
  ['--database-url mysql://u:hush@h/n', /postgres:\/\//],
  ['--api-host cloud', /https:\/\/cloud.example.com/],
  ['--api-host https://a.example/v1', /nothing more/],
  ['--api-host https://a.example --demo', /--demo/],
  ['--tls-cert c', /give both or neither/],
  ['--simulated-sleds many', /0 to 1000, not "many"/],
  ['--dns-suffix https://a.example', /host name/],
])('%s is refused', (line, message) => {
  expect(() => read(line)).toThrow(BadOption)
  expect(() => read(line)).toThrow(message)
  expect(() => read(line)).not.toThrow(/hush/)
})

test('an unknown variable is refused by name, but not those of the command line client and of the tests', () => {
  const misspelled = { RACKWRIGHT_DATABSE_URL: 'postgres://u:hush@h/n' }
  expect(() => read('', misspelled)).toThrow(
    new BadOption('unknown environment variable RACKWRIGHT_DATABSE_URL; --help lists those that exist'),
  )
  const others = {
    RACKWRIGHT_URL: 'http://x',
    RACKWRIGHT_TOKEN: 't',
    RACKWRIGHT_PROFILE: 'p',
    RACKWRIGHT_CA_FILE: 'f',
    RACKWRIGHT_TEST_DEPTH: 'short',
    RACKWRIGHT_TEST_DATABASES: 'libsql',
    PATH: '',
  }
  expect(read('', others)).toMatchObject({ port: 4600 })
})

test('help', () => {
  expect(read('--help')).toBe('help')
  expect(read('-h --port 1')).toBe('help')
})

test('real machines are those of this host, and do not go with simulated ones', () => {
  for (const uri of ['qemu:///system', 'qemu:///session', 'qemu:///system?socket=/run/other/libvirt-sock'])
    expect(read(`--machines ${uri}`)).toMatchObject({ machines: uri })
  expect(read('', { RACKWRIGHT_MACHINES: 'qemu:///system' })).toMatchObject({ machines: 'qemu:///system' })
  for (const uri of ['qemu+ssh://other/system', 'xen:///', 'qemu:///system?command=sh'])
    expect(() => read(`--machines ${uri}`)).toThrow(/must be qemu:\/\/\/system or qemu:\/\/\/session/)
  expect(() => read('--machines qemu:///system --demo')).toThrow(/leave out --machines or --demo/)
  expect(() => read('--machines qemu:///system --simulated-sleds 3')).toThrow(/leave out --simulated-sleds/)
})

test('a real network is OVN, by a socket or encrypted', () => {
  const northbound = 'unix:/run/ovn/ovnnb_db.sock'
  const network = { northbound, southbound: 'unix:/run/ovn/ovnsb_db.sock' }
  expect(read(`--network ovn:${northbound}`)).toMatchObject({ network })
  expect(read('--demo', { RACKWRIGHT_NETWORK: `ovn:${northbound}` })).toMatchObject({ network, demo: true })
  expect(read('--network ovn:unix:/a --network-southbound ovn:unix:/b')).toMatchObject({
    network: { northbound: 'unix:/a', southbound: 'unix:/b' },
  })
  const files = '--network-key k --network-certificate c --network-ca a'
  const certificates = { privateKey: 'k', certificate: 'c', authority: 'a' }
  expect(read(`--network ovn:ssl:central:6641 ${files}`)).toMatchObject({
    network: { northbound: 'ssl:central:6641', southbound: 'ssl:central:6642', certificates },
  })
  expect(read(`--network ovn:ssl:[fd00::1]:6641 ${files}`)).toMatchObject({
    network: { northbound: 'ssl:[fd00::1]:6641', southbound: 'ssl:[fd00::1]:6642' },
  })
})

test.each([
  ['--network ovn:tcp:127.0.0.1:6641', /must be ovn:unix:/],
  ['--network ovn:unix:relative', /must be ovn:unix:/],
  ['--network linux', /not "linux"/],
  ['--network ovn:unix:/run/nb', /give --network-southbound too/],
  ['--network ovn:unix:/run/ovn/ovnnb_db.sock --network-key k', /a socket needs no certificate/],
  ['--network ovn:ssl:central:6641 --network-key k', /needs --network-key, --network-certificate and --network-ca/],
  ['--network-ca a', /need --network/],
  ['--network ovn:unix:/run/ovn/ovnnb_db.sock --api-host https://a.example', /leave out --network/],
])('%s is refused', (line, message) => {
  expect(() => read(line)).toThrow(BadOption)
  expect(() => read(line)).toThrow(message)
})
