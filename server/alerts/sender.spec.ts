// What is sent, and what is never connected to. With real servers.
import { once } from 'node:events'
import dns from 'node:dns'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openWebhook, type Webhook } from '#control/testing/alerts.ts'
import { makeAuthority } from '#control/testing/certificates.ts'
import type { SmtpServer } from '#control/frame/ports/sending.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import { makeAlertSender } from './sender.ts'
import { needing, outwardAddress } from '../../scripts/needs.mjs'

const strict = makeAlertSender({ timeoutMs: 2000 })
const lenient = makeAlertSender({ outgoing: makeOutgoing({ allowLocalReceivers: true }), timeoutMs: 1000 })
const REFUSED = { failure: 'unreachable', reason: expect.stringContaining('are not allowed') }

type Found = { address: string; family: number }[]

/** Every name has the first of these addresses, then the second, and so on. */
function resolveTo(...answers: string[]): void {
  const fake = (_name: string, _options: unknown, done: (error: null, found: Found) => void) =>
    done(null, [{ address: answers.shift() ?? '203.0.113.1', family: 4 }])
  lookup.mockImplementation(fake as unknown as typeof dns.lookup)
}
const lookup = vi.spyOn(dns, 'lookup')
afterEach(() => void lookup.mockReset())
afterAll(() => lookup.mockRestore())
/** Not counting those of this machine's servers, when they start to listen. */
const lookups = () => lookup.mock.calls.filter(([name]) => String(name).endsWith('.example.com')).length

const request = (url: string) => ({ url, headers: [['x-one', '1']] as [string, string][], body: '{}' })

describe('a webhook', () => {
  let webhook: Webhook
  let port: string
  beforeEach(async () => {
    webhook = await openWebhook()
    port = new URL(webhook.url).port
  })
  afterEach(() => webhook.close())

  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '169.254.169.254'])(
    '%s is refused before connecting',
    async (host) => {
      expect(await strict.post(request(`http://${host}:${port}/`))).toEqual(REFUSED)
      expect(webhook.received).toEqual([])
    },
  )

  test('so is an address of this machine', needing('network'), async () => {
    expect(await strict.post(request(`http://${outwardAddress()}:${port}/`))).toEqual(REFUSED)
  })

  test('a name that leads to this machine is refused', async () => {
    resolveTo('127.0.0.1')
    expect(await strict.post(request(`http://ops.example.com:${port}/`))).toEqual(REFUSED)
    expect(webhook.received).toEqual([])
  })

  test('a name that cannot exist is not even looked up', async () => {
    const absent = { failure: 'unreachable', reason: 'hooks.demo.invalid does not exist' }
    expect(await lenient.post(request('https://hooks.demo.invalid/'))).toEqual(absent)
    expect(lookup.mock.calls.map(([name]) => name)).not.toContain('hooks.demo.invalid')
  })

  test('the address that was checked is the one that is used: the name is looked up once', async () => {
    // an attacker's DNS server answers with a public address first, and then with ours
    resolveTo('203.0.113.1', '127.0.0.1')
    const impatient = makeAlertSender({ timeoutMs: 300 })
    expect(await impatient.post(request(`http://ops.example.com:${port}/`))).toHaveProperty('failure')
    expect(lookups()).toBe(1)
    expect(webhook.received).toEqual([])
  })

  test('is reached on this machine if that is allowed', async () => {
    const sent = await lenient.post(request(webhook.url))
    expect(sent).toEqual({ status: 200, duration_ms: expect.any(Number) })
    expect(webhook.received[0]?.headers).toMatchObject({ 'x-one': '1', 'user-agent': 'Rackwright' })
  })

  test('a redirect is an answer like any other', async () => {
    webhook.status = 307
    expect(await lenient.post(request(webhook.url))).toMatchObject({ status: 307 })
    expect(webhook.received).toHaveLength(1)
  })

  test('one that does not answer is given up', async () => {
    webhook.status = 0
    expect(await lenient.post(request(webhook.url))).toEqual({
      failure: 'timeout',
      reason: 'no answer within 1 seconds',
    })
  })
})

describe('an e-mail', () => {
  const NAME = 'mail.example.com'
  const mails: { text: string; to: string[]; isSecure: boolean; user: string | undefined }[] = []
  const servers: SMTPServer[] = []
  let ca: string
  let ports: { tls: number; starttls: number; plain: number }
  beforeAll(async () => {
    const authority = await makeAuthority()
    ca = authority.root
    const pair = await authority.leaf({ names: [NAME] })
    const listen = async (options: object) => {
      const server = new SMTPServer({
        ...pair,
        authOptional: true,
        onAuth: ({ username, password }, _session, done) =>
          password === 'correct' ? done(null, { user: username }) : done(new Error('wrong password')),
        onData(stream, session, done) {
          let text = ''
          stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
          stream.on('end', () => {
            const to = session.envelope.rcptTo.map(({ address }) => address)
            mails.push({ text, to, isSecure: session.secure, user: session.user as string | undefined })
            done()
          })
        },
        ...options,
      })
      // clients that refuse our certificate
      server.on('error', () => undefined)
      servers.push(server)
      const listening = server.listen(0, '127.0.0.1')
      await once(listening, 'listening')
      return (listening.address() as AddressInfo).port
    }
    ports = {
      tls: await listen({ secure: true }),
      starttls: await listen({}),
      plain: await listen({ disabledCommands: ['STARTTLS'] }),
    }
  })
  afterAll(() => Promise.all(servers.map((server) => new Promise<void>((done) => void server.close(done)))))
  beforeEach(() => {
    mails.length = 0
    resolveTo('127.0.0.1')
  })

  const mail = { to: 'ops@example.com', subject: 'A test', text: 'Hello, Jörg', id: '42' }
  const at = (security: 'tls' | 'starttls', port: number): SmtpServer => ({
    host: NAME,
    port,
    security,
    login: { username: 'rack', password: 'correct' },
    from: 'rack@example.com',
  })
  const sender = () => makeAlertSender({ outgoing: makeOutgoing({ allowLocalReceivers: true }), ca, timeoutMs: 5000 })

  test.each(['tls', 'starttls'] as const)('is sent over %s, after logging in', async (security) => {
    expect(await sender().mail(at(security, ports[security]), mail)).toBeUndefined()
    expect(mails).toMatchObject([{ to: ['ops@example.com'], isSecure: true, user: 'rack' }])
    expect(mails[0]?.text).toContain('Message-ID: <42@example.com>')
    expect(mails[0]?.text).toMatch(/auto-submitted: auto-generated/i)
  })

  test('is not sent where the connection cannot be encrypted', async () => {
    expect(await sender().mail(at('starttls', ports.plain), mail)).toMatchObject({ failure: 'unreachable' })
    expect(mails).toEqual([])
  })

  test.each(['tls', 'starttls'] as const)(
    'is not sent to a server with an unknown certificate: %s',
    async (security) => {
      const trusting = makeAlertSender({ outgoing: makeOutgoing({ allowLocalReceivers: true }), timeoutMs: 5000 })
      expect(await trusting.mail(at(security, ports[security]), mail)).toMatchObject({ failure: 'unreachable' })
      expect(mails).toEqual([])
    },
  )

  test('is not sent with a wrong password, and the reason does not contain it', async () => {
    const server = { ...at('tls', ports.tls), login: { username: 'rack', password: 'a wrong one' } }
    const failed = await sender().mail(server, mail)
    expect(failed?.reason).toContain('wrong password')
    expect(failed?.reason).not.toContain('a wrong one')
  })

  test('is not sent to this machine', async () => {
    expect(await strict.mail(at('tls', ports.tls), mail)).toEqual(REFUSED)
    resolveTo('203.0.113.1', '127.0.0.1')
    expect(await makeAlertSender({ timeoutMs: 300, ca }).mail(at('tls', ports.tls), mail)).toHaveProperty('failure')
    expect(lookups()).toBe(2)
    expect(mails).toEqual([])
  })
})
