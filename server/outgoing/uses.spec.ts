// Every row of the table, attempted for real with every class of forbidden address: as a literal, as a name, and by redirect. And
// every file that opens a connection is in the table, which the documentation repeats.
import dns from 'node:dns'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeResticEngine } from '#drivers/restic/engine.ts'
import { needing } from '../../scripts/needs.mjs'
import { makeAlertSender } from '../alerts/sender.ts'
import { clock } from '../clock.ts'
import { makeImageTools } from '../images/image-tools.ts'
import { makeOidc } from '../oidc/oidc.ts'
import { makeSaml } from '../saml/saml.ts'
import { makeSendSyslog } from '../syslog.ts'
import { makeOutgoing, makeReach, type Outgoing } from './reach.ts'
import { type Allowances, flagOf, OPERATOR_CONNECTIONS, type UseName, USES } from './uses.ts'

/** Accepts on all addresses of this machine, and hangs up. */
let server: Server
let port: number
let connections = 0
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined).destroy()
  })
  await once(server.listen(0, '::'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())
beforeEach(() => void (connections = 0))

const lookup = vi.spyOn(dns, 'lookup')
afterEach(() => void lookup.mockReset())
afterAll(() => lookup.mockRestore())

/** Names under example.com have the first of these addresses, then the second, and so on. */
function resolveTo(...answers: string[]): void {
  const fake = (name: string, _options: unknown, done: (error: null, found: dns.LookupAddress[]) => void) => {
    const address = name.endsWith('example.com') ? (answers.shift() ?? '203.0.113.1') : name
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
  lookup.mockImplementation(fake as unknown as typeof dns.lookup)
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)
const text = (problem: unknown) => JSON.stringify(problem) ?? ''

/** How each use connects. The result says why it failed. */
const attempts: Record<UseName, (host: string, outgoing: Outgoing) => Promise<string>> = {
  async webhook(host, outgoing) {
    const url = `http://${inUrl(host)}:${port}/`
    return text(await makeAlertSender({ outgoing, timeoutMs: 3000 }).post({ url, headers: [], body: '{}' }))
  },
  async mail(host, outgoing) {
    const server = { host, port, security: 'tls', login: undefined, from: 'rack@example.com' } as const
    const mail = { to: 'ops@example.com', subject: 'A test', text: 'Hello', id: '42' }
    return text(await makeAlertSender({ outgoing, timeoutMs: 3000 }).mail(server, mail))
  },
  syslog: (host, outgoing) =>
    makeSendSyslog(outgoing)({ host, port, ca: null }, ['<1>']).then(
      () => 'sent',
      (error: Error) => error.message,
    ),
  async saml(host, outgoing) {
    let logged = ''
    const log = { warn: (...words: unknown[]) => void (logged += text(words)) }
    await makeSaml({ outgoing, log }).fetchMetadata(`http://${inUrl(host)}:${port}/`)
    return logged
  },
  async oidc(host, outgoing) {
    let logged = ''
    const log = { warn: (...words: unknown[]) => void (logged += text(words)) }
    await makeOidc({ outgoing, log }).discover(`https://${inUrl(host)}:${port}/`)
    return logged
  },
  backup: (host, outgoing) =>
    makeResticEngine({ clock, searchPath: process.env.PATH ?? '', addressOf: outgoing('backup').addressOf })
      .size({
        id: 'one',
        key: 'secret',
        place: {
          kind: 'sftp',
          host,
          port,
          username: 'backup',
          folder: 'tapes',
          host_key: 'ssh-ed25519 AAAA',
          private_key: 'none',
        },
      })
      .then(
        () => 'read',
        (error: Error) => error.message,
      ),
  image: (host, outgoing) =>
    makeImageTools(outgoing).fetch!(`http://${inUrl(host)}:${port}/`, AbortSignal.timeout(3000)).then(
      () => 'fetched',
      (error: Error) => error.message,
    ),
}

const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
const FIXED = '127.0.0.1 127.9.9.9 0.0.0.0 169.254.169.254 ::1 :: ::ffff:127.0.0.1 ::ffff:169.254.169.254 fe80::1'
const FORBIDDEN = [...new Set(FIXED.split(' ').concat(own))]
const PRIVATE = ['10.1.2.3', '172.20.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', '::ffff:10.1.2.3']
const uses = Object.keys(USES) as UseName[]
const everything: Allowances = Object.fromEntries(Object.values(USES).map(({ option }) => [option, true]))

/** As if the rule permitted only this address. */
const pinned = () => makeReach((address) => address !== '127.0.0.1')

describe.each(uses)('%s', (use) => {
  const attempt = attempts[use]
  const { option } = USES[use]
  const others = { ...everything, [option]: false }
  const program = use === 'backup' ? needing('restic') : {}

  test.each(FORBIDDEN)('does not reach %s, by address or by name', async (address) => {
    // the options of other uses change nothing
    for (const outgoing of [makeOutgoing(), makeOutgoing(others)]) {
      expect(await attempt(address, outgoing)).toContain('not allowed')
      resolveTo(address)
      expect(await attempt('internal.example.com', outgoing)).toContain('not allowed')
    }
    expect(connections).toBe(0)
  })

  test('looks a name up once, and connects to the address that was checked', program, async () => {
    resolveTo('127.0.0.1', '127.0.0.2')
    await attempt('rebinding.example.com', pinned)
    expect(connections).toBe(1)
    const names = lookup.mock.calls.map(([name]) => name)
    expect(names.filter((name) => name === 'rebinding.example.com')).toHaveLength(1)
  })

  test(`reaches this machine with ${flagOf(option)}`, program, async () => {
    expect(await attempt('127.0.0.1', makeOutgoing({ [option]: true }))).not.toContain('not allowed')
    expect(connections).toBe(1)
  })

  test(`private networks are ${USES[use].private}`, () => {
    const reach = makeOutgoing()(use)
    for (const address of PRIVATE) {
      const to = () => reach.to(inUrl(address))
      if (USES[use].private === 'allowed') expect(to).not.toThrow()
      else expect(to).toThrow('not allowed')
      expect(() => makeOutgoing({ [option]: true })(use).to(address)).not.toThrow()
    }
  })
})

test('every file that opens a connection is in the table', () => {
  const OPENS =
    /import \{[^}]*\b(?:request|get|connect|createConnection|Socket|Agent)\b[^}]*\} from 'node:(?:http|https|http2|tls|net)'|(?<![.\w'"`])fetch\((?!request|input)|from '(?:nodemailer|pg|undici|openid-client)'|new WebSocket\(/
  const files = ['server', 'control', 'drivers']
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file}`))
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|testing|fixtures/.test(file))
  const found = files.filter((file) => OPENS.test(readFileSync(file, 'utf8').replaceAll(/import type [^\n]+/g, '')))
  const known = [...Object.values(USES).map(({ file }) => file), ...Object.keys(OPERATOR_CONNECTIONS)]
  const unknown = found.filter((file) => !known.includes(file))
  expect(unknown.sort()).toEqual(['server/oidc/oidc.ts', 'server/outgoing/http.ts', 'server/outgoing/proxy.ts'])
})

test('the documentation has the same table', () => {
  const rows = readFileSync('docs/security.md', 'utf8').split('\n')
  for (const use of uses) {
    const row = rows.find((line) => line.startsWith('|') && line.includes(`\`${use}\``))
    expect(row, use).toContain(flagOf(USES[use].option))
    expect(row, use).toContain(`| ${USES[use].private} |`)
    expect(row, use).toContain(`| ${USES[use].redirects || 'none'} |`)
  }
  for (const option of Object.values(OPERATOR_CONNECTIONS)) expect(rows.join('\n')).toContain(`| \`${option}\` |`)
})
