// Forwarding the audit log to a syslog server: a real TLS server that counts octets.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isSigned, type Checkpoint } from '#contract/audit-chain.ts'
import { forwardEntries } from '#control/system/audit/forward.ts'
import { sealEntries } from '#control/system/audit/seal.ts'
import { makeAuthority } from '#control/testing/certificates.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeWorld } from '#control/testing/world.ts'
import { sendSyslog } from './syslog.ts'

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
