// Forwarding the audit log to a syslog server: a real TLS server that counts octets.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isSigned, type Checkpoint } from '#contract/audit-chain.ts'
import { forwardEntries } from '#control/audit/forward.ts'
import { sealEntries } from '#control/audit/seal.ts'
import { makeAuthority } from '#control/testing/certificates.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeWorld } from '#control/testing/world.ts'
import { makeOutgoing } from './outgoing/reach.ts'
import { makeSendSyslog } from './syslog.ts'

const sendSyslog = makeSendSyslog(makeOutgoing({ allowLocalSyslog: true }))
const SETTINGS = '/rackwright/audit/settings'

/** Collects messages; `breaks` makes it hang up at once. */
async function startSyslog(port = 0) {
  const authority = await makeAuthority()
  const { cert, key } = await authority.leaf({ names: ['localhost'] })
  const messages: string[] = []
  const state = { breaks: false }
  const server = createServer({ cert, key }, (socket: TLSSocket) => {
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => void parts.push(part))
    socket.on('error', () => undefined)
    socket.on('end', () => {
      messages.push(...framesOf(Buffer.concat(parts)))
      socket.end()
    })
  })
  server.on('connection', (socket) => void (state.breaks && socket.destroy()))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  onTestFinished(() => void server.close())
  return { messages, state, close, ca: authority.root, port: (server.address() as AddressInfo).port }
}

function framesOf(bytes: Buffer): string[] {
  const frames: string[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at)
    const length = Number(bytes.subarray(at, space).toString())
    frames.push(bytes.subarray(space + 1, space + 1 + length).toString())
    at = space + 1 + length
  }
  return frames
}

const FORM = /^<(\d+)>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ rackwright - audit-(entry|checkpoint) - (\{.*\})$/

eachDatabase((_name, open) => {
  describe('forwarding to a syslog server', () => {
    test('sends what is sealed once, with its checkpoints, and catches up after an outage', async () => {
      const syslog = await startSyslog()
      const world = await makeWorld(await open(), { sendSyslog, suffix: 'rack.example' })
      const { host, admin } = world
      const add = async (name: string) => {
        await admin.raw('POST', '/v1/projects', { name, description: 'Zürich' })
        return sealEntries(host)
      }
      const problem = async () => (await admin.raw('GET', SETTINGS)).body.syslog_problem
      const read = () => syslog.messages.map((text) => FORM.exec(text)!.slice(1) as [string, string, string])

      await add('before')
      expect(await forwardEntries(host)).toBe(false)
      const target = { host: 'localhost', port: syslog.port, ca: syslog.ca }
      const saved = await admin.raw('PUT', SETTINGS, { retention_days: null, syslog: target })
      expect(saved.body).toEqual({ retention_days: null, syslog: target, syslog_problem: null })
      expect(await forwardEntries(host)).toBe(false)

      const sealed = (await add('web'))!
      expect(await forwardEntries(host)).toBe(true)
      expect(await forwardEntries(host)).toBe(false)
      expect(syslog.messages[0]).toMatch(FORM)
      expect(read().map(([priority, kind]) => [priority, kind])).toEqual([
        ['110', 'entry'],
        ['110', 'entry'],
        ['109', 'checkpoint'],
      ])
      expect(JSON.parse(read()[1]![2])).toMatchObject({
        entry: { operation: 'project_create', target_name: 'web' },
        hash: sealed.hash,
      })
      const kept = JSON.parse(read()[2]![2]) as Checkpoint
      expect(kept).toMatchObject(sealed)
      expect(await isSigned(kept)).toBe(true)

      syslog.state.breaks = true
      await add('during')
      expect(await forwardEntries(host)).toBe(false)
      expect(await problem()).toContain(`cannot forward to localhost:${syslog.port}`)
      await syslog.close()
      await add('later')
      expect(await forwardEntries(host)).toBe(false)
      expect(await problem()).toContain('ECONNREFUSED')

      // another server at the same address, with another authority
      const other = await startSyslog(syslog.port)
      expect(await forwardEntries(host)).toBe(false)
      expect(await problem()).toMatch(/certificate|self.signed|verify/i)
      await admin.raw('PUT', SETTINGS, { retention_days: 30, syslog: { ...target, ca: other.ca } })
      await add('after')
      expect(await forwardEntries(host)).toBe(true)
      expect(await problem()).toBeNull()
      expect(other.messages.join('\n')).toContain('"after"')
      expect(world.errors).toEqual([])
    })

    test('names the installation', async () => {
      const sent: string[] = []
      const { host, admin } = await makeWorld(await open(), {
        sendSyslog: async (_target, messages) => void sent.push(...messages),
      })
      await sealEntries(host)
      const ca = null
      await admin.raw('PUT', SETTINGS, { retention_days: null, syslog: { host: 'localhost', port: 6514, ca } })
      await admin.raw('PUT', '/rackwright/installation', { name: 'Bern "2" [old]' })
      await sealEntries(host)
      await forwardEntries(host)
      expect(sent[0]).toContain(String.raw` audit-entry [rackwright@32473 installation="Bern \"2\" [old\]"] {"type"`)
    })

    test('begins with the next entry, also where earlier ones are not sealed yet', async () => {
      const sent: string[] = []
      const { host, admin } = await makeWorld(await open(), {
        sendSyslog: async (_target, messages) => void sent.push(...messages),
      })
      const add = (name: string) => admin.raw('POST', '/v1/projects', { name, description: '' })
      const forwarded = async () => {
        await sealEntries(host)
        while (await forwardEntries(host));
        return sent.splice(0).flatMap((text) => /"operation":"(\w+)".*"target_name":"(\w+)"/.exec(text)?.slice(1) ?? [])
      }
      await add('sealed')
      await sealEntries(host)
      await add('unsealed')
      const syslog = { host: 'log.example', port: 6514, ca: null }
      await admin.raw('PUT', SETTINGS, { retention_days: null, syslog })
      await add('first')
      const began = ['audit_settings_update', 'settings']
      expect(await forwarded()).toEqual([...began, 'project_create', 'first'])

      // another server begins anew
      await add('second')
      await admin.raw('PUT', SETTINGS, { retention_days: null, syslog: { ...syslog, port: 6515 } })
      expect(await forwarded()).toEqual(began)
    })

    test('after an outage everything arrives in order', async () => {
      const syslog = await startSyslog()
      const { host, admin } = await makeWorld(await open(), { sendSyslog })
      const target = { host: 'localhost', port: syslog.port, ca: syslog.ca }
      await admin.raw('PUT', SETTINGS, { retention_days: null, syslog: target })
      syslog.state.breaks = true
      for (const name of ['a', 'b', 'c']) {
        await admin.raw('POST', '/v1/projects', { name, description: '' })
        await sealEntries(host)
        expect(await forwardEntries(host)).toBe(false)
      }
      expect(syslog.messages).toEqual([])
      syslog.state.breaks = false
      while (await forwardEntries(host));
      const names = syslog.messages.flatMap((text) => /"target_name":"([abc])"/.exec(text)?.[1] ?? [])
      expect(names).toEqual(['a', 'b', 'c'])
    })

    test('a certificate authority is parsed when it is saved', async () => {
      const world = await makeWorld(await open(), { sendSyslog })
      const put = (ca: string | null, retention_days: number | null = null) =>
        world.admin.raw('PUT', SETTINGS, { retention_days, syslog: { host: 'log.example', port: 6514, ca } })
      const { root, leaf } = await makeAuthority()
      const { key } = await leaf({ names: ['log.example'] })
      const { cert: expired } = await leaf({ notAfter: '2025-02-01T00:00:00Z' })
      const { cert: soon } = await leaf({ notAfter: '2025-03-03T10:00:00Z' })
      const broken = root.replace(/\n.{20}/, '\n')
      for (const [ca, reason] of [
        ['trust me', 'it holds no PEM certificate'],
        ['-----BEGIN CERTIFICATE-----\n?\n-----END CERTIFICATE-----', 'PEM'],
        [broken, 'cannot be read'],
        [expired, 'expired at 2025-02-01'],
        [key, 'expected PEM blocks of certificates only'],
        [`${root}\n${key}`, 'expected PEM blocks of certificates only'],
        ['', 'it holds no PEM certificate'],
      ] as const) {
        const reply = await put(ca)
        expect([reply.status, reply.body.error_code], ca).toEqual([400, 'InvalidValue'])
        expect(reply.body.message, ca).toMatch(/^unsupported value for "ca": /)
        expect(reply.body.message, ca).toContain(reason)
      }
      expect((await put(`${root}\n${root}`)).status).toBe(200)
      // one that has expired since does not stop other settings from being saved
      expect((await put(soon)).status).toBe(200)
      world.clock.skip(7_200_000)
      expect((await put(soon, 90)).status).toBe(200)
    })

    test('this machine is not reached without an option', async () => {
      const syslog = await startSyslog()
      const { host, admin } = await makeWorld(await open(), { sendSyslog: makeSendSyslog(makeOutgoing()) })
      const target = { host: 'localhost', port: syslog.port, ca: syslog.ca }
      expect((await admin.raw('PUT', SETTINGS, { retention_days: null, syslog: target })).status).toBe(200)
      await sealEntries(host)
      expect(await forwardEntries(host)).toBe(false)
      const { body } = await admin.raw('GET', SETTINGS)
      expect(body.syslog_problem).toMatch(/^cannot forward to localhost:\d+: .* are not allowed; --allow-local-syslog/)
      expect(syslog.messages).toEqual([])
    })

    test('only a fleet admin sets it, to a host and a port', async () => {
      const { admin } = await makeWorld(await open(), { sendSyslog })
      const put = (syslog: object) => admin.raw('PUT', SETTINGS, { retention_days: null, syslog })
      expect((await put({ host: 'not a host', port: 6514, ca: null })).status).toBe(400)
      expect((await put({ host: 'log.example', port: 0, ca: null })).status).toBe(400)
      expect((await put({ host: '2001:db8::1', port: 6514, ca: null })).status).toBe(200)
      const { admin: elsewhere } = await makeWorld(await open())
      const reply = await elsewhere.raw('PUT', SETTINGS, {
        retention_days: null,
        syslog: { host: 'log.example', port: 6514, ca: null },
      })
      expect(reply.body.message).toContain('forwarding needs a server')
    })
  })
})
