// Support bundles through the API, on every database: states, full and partial downloads, limits, and crashes.
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { supportBundleLoop } from '../reconcile/support-bundle.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { redact } from './support-bundle-contents.ts'
import { makeMemoryBundles, type BundleStore } from '../frame/support-bundle-store.ts'
import { MAX_BUNDLES } from './support-bundle.ts'

const BUNDLES = '/experimental/v1/system/support-bundles'
const ABSENT = '00000000-0000-4000-8000-000000000000'

eachDatabase((_name, open) => {
  describe('support bundles', () => {
    let world: World
    let bundles: BundleStore
    beforeEach(async () => {
      bundles = makeMemoryBundles()
      const diagnostics = { versions: { node: 'v20' }, configuration: { port: 4600 }, log: () => 'a line\n' }
      world = await makeWorld(await open(), { bundles, diagnostics })
    })

    const create = async () => (await world.admin.raw('POST', BUNDLES)).body as { id: string; state: string }
    const view = async (id: string) => (await world.admin.raw('GET', `${BUNDLES}/${id}`)).body
    const work = async (host = world.host) => {
      const loop = supportBundleLoop(host, () => undefined)
      while (await loop.step());
    }
    async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const request = new Request(`http://rack.test${BUNDLES}/${path}`, { method, headers })
      const caller = { address: '127.0.0.1', secure: false, session: world.admin.session }
      const response = await world.plane.fetch(request, caller)
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
    }
    const active = async () => {
      const { id } = await create()
      await work()
      return id
    }

    test('are collected, listed, downloaded and deleted', async () => {
      const made = await world.admin.raw('POST', BUNDLES)
      expect(made).toMatchObject({ status: 201 })
      expect(made.body).toEqual({
        id: expect.any(String),
        reason_for_creation: 'Created by external API',
        reason_for_failure: null,
        state: 'collecting',
        time_created: expect.any(String),
      })
      const id = String(made.body.id)
      expect(JSON.parse((await ask(`${id}/download`)).text)).toMatchObject({
        error_code: 'InvalidRequest',
        message: 'Cannot download bundle in non-active state',
      })
      await work()
      expect(await view(id)).toMatchObject({ state: 'active' })
      expect((await world.admin.raw('GET', BUNDLES)).body.items).toEqual([await view(id)])

      const whole = await ask(`${id}/download`)
      expect(whole.status).toBe(200)
      expect(whole.headers.get('content-type')).toBe('application/zip')
      const files = unzipSync(whole.bytes)
      const index = (await ask(`${id}/index`)).text.split('\n')
      expect(index).toEqual(Object.keys(files))
      expect(index).toEqual(
        expect.arrayContaining([
          'versions.json',
          'configuration.json',
          'logs/server.log',
          'events.jsonl',
          'database.json',
        ]),
      )
      for (const name of index) {
        const one = await ask(`${id}/download/${encodeURIComponent(name)}`)
        expect(one.bytes, name).toEqual(files[name])
      }
      expect((await ask(`${id}/download/logs%2Fserver.log`)).text).toBe('a line\n')
      expect(JSON.parse((await ask(`${id}/download/versions.json`)).text)).toMatchObject({
        rackwright: '1.2.3',
        node: 'v20',
      })
      expect(JSON.parse((await ask(`${id}/download/database.json`)).text)).toMatchObject({
        bytes: expect.any(Number),
        rows: { silo: 3, support_bundle: 1 },
      })
      expect(JSON.parse((await ask(`${id}/download/absent`)).text)).toMatchObject({ error_code: 'ObjectNotFound' })

      expect((await world.admin.raw('DELETE', `${BUNDLES}/${id}`)).status).toBe(204)
      expect(await view(id)).toMatchObject({ state: 'destroying' })
      expect((await world.admin.raw('DELETE', `${BUNDLES}/${id}`)).body).toMatchObject({
        error_code: 'InvalidRequest',
        message: 'Cannot update support bundle state from Destroying to Destroying',
      })
      await work()
      expect((await world.admin.raw('GET', `${BUNDLES}/${id}`)).body.message).toBe(
        `not found: support-bundle with id "${id}"`,
      )
      expect(await bundles.open(id)).toBeUndefined()
    })

    test('HEAD returns the size, ranges return parts, and a changed tag returns everything', async () => {
      const id = await active()
      for (const path of [`${id}/download`, `${id}/download/events.jsonl`]) {
        const whole = await ask(path)
        const size = whole.bytes.length
        const etag = whole.headers.get('etag')!
        const head = await ask(path, { range: 'bytes=0-1' }, 'HEAD')
        expect(head.status).toBe(200)
        expect(head.bytes).toHaveLength(0)
        expect(head.headers.get('content-length')).toBe(String(size))
        expect(head.headers.get('accept-ranges')).toBe('bytes')
        expect(head.headers.get('etag')).toBe(etag)

        const part = await ask(path, { range: 'bytes=10-99', 'if-range': etag })
        expect(part.status).toBe(206)
        expect(part.headers.get('content-range')).toBe(`bytes 10-99/${size}`)
        expect(part.headers.get('content-length')).toBe('90')
        expect(part.bytes).toEqual(whole.bytes.slice(10, 100))
        expect((await ask(path, { range: 'bytes=-7' })).bytes).toEqual(whole.bytes.slice(-7))
        expect((await ask(path, { range: `bytes=${size - 1}-` })).bytes).toEqual(whole.bytes.slice(-1))

        const changed = await ask(path, { range: 'bytes=10-99', 'if-range': '"other"' })
        expect(changed.status).toBe(200)
        expect(changed.bytes).toHaveLength(size)
        const beyond = await ask(path, { range: `bytes=${size}-` })
        expect(beyond.status).toBe(416)
        expect(beyond.headers.get('content-range')).toBe(`bytes */${size}`)
      }
      expect((await ask(`${id}/download`, {}, 'HEAD')).status).toBe(200)
      expect((await ask(`${ABSENT}/download`, {}, 'HEAD')).status).toBe(404)
    })

    test('are limited in number', async () => {
      for (let n = 0; n < MAX_BUNDLES; n++) await create()
      const refused = await world.admin.raw('POST', BUNDLES)
      expect(refused).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
      expect(refused.body.message).toMatch(/^Insufficient capacity: Current policy limits support bundle creation/)
    })

    test('a bundle that is too large fails, leaves no file, and is deleted after a week', async () => {
      const { id } = await create()
      await supportBundleLoop(world.host, () => undefined, 1000).step()
      expect(await view(id)).toMatchObject({
        state: 'failed',
        reason_for_failure: 'the bundle is larger than 1000 bytes',
      })
      expect(await bundles.open(id)).toBeUndefined()
      expect((await world.admin.raw('DELETE', `${BUNDLES}/${id}`)).body.message).toBe(
        'Cannot update support bundle state from Failed to Destroying',
      )
      for (let n = 0; n < MAX_BUNDLES; n++) expect((await create()).state).toBe('collecting')
      await work()
      expect((await world.admin.raw('GET', `${BUNDLES}/${id}`)).status).toBe(200)
      await world.clock.advance(8 * 24 * 60 * 60_000)
      await work()
      const left = await world.host.db.read.selectFrom('support_bundle').select('id').execute()
      expect(left.map((row) => row.id)).not.toContain(id)
      expect(left).toHaveLength(MAX_BUNDLES)
    })

    test('a crashed collection is retried, and fails after three attempts', async () => {
      const { id } = await create()
      const never = new Promise<never>(() => undefined)
      const dying = { ...bundles, create: () => never }
      for (let n = 0; n < 2; n++) void supportBundleLoop({ ...world.host, bundles: dying }, () => undefined).step()
      await expect
        .poll(async () => (await world.host.db.read.selectFrom('support_bundle').select('attempts').execute())[0])
        .not.toEqual({ attempts: 0 })
      await work()
      expect(await view(id)).toMatchObject({ state: 'active' })

      const second = await create()
      const update = world.host.db.transaction((tx) =>
        tx.updateTable('support_bundle').set({ attempts: 3 }).where('id', '=', second.id).execute(),
      )
      await update
      await work()
      expect(await view(second.id)).toMatchObject({
        state: 'failed',
        reason_for_failure: 'collecting was interrupted 3 times',
      })
    })

    test('a bundle deleted during collection leaves nothing behind', async () => {
      const { id } = await create()
      const slow: BundleStore = {
        ...bundles,
        async create(name) {
          await world.admin.raw('DELETE', `${BUNDLES}/${id}`)
          return bundles.create(name)
        },
      }
      await work({ ...world.host, bundles: slow })
      expect((await world.admin.raw('GET', `${BUNDLES}/${id}`)).status).toBe(404)
      expect(await bundles.open(id)).toBeUndefined()
    })

    test('a bundle whose file is lost says so', async () => {
      const id = await active()
      await bundles.remove(id)
      const lost = await ask(`${id}/download`)
      expect(lost.status).toBe(410)
      expect(JSON.parse(lost.text)).toMatchObject({ error_code: 'Gone' })
    })

    test('names of resources in projects are left out', async () => {
      await world.admin.raw('POST', '/v1/projects', { name: 'secret-plan', description: '' })
      await world.admin.raw('POST', '/v1/vpcs?project=secret-plan', {
        name: 'secret-net',
        description: '',
        dns_name: 'net',
      })
      const id = await active()
      const { text } = await ask(`${id}/download/events.jsonl`)
      expect(text).toContain('vpc_create')
      expect(text).not.toContain('secret-')
    })
  })
})

test.each([
  ['{"error":"-----BEGIN RSA PRIVATE KEY-----\\nMIIE\\n-----END RSA PRIVATE KEY-----\\n at x"}', 'MIIE'],
  ['token rw-token-0123456789abcdef0123456789abcdef01234567 was sent', '0123456789abcdef'],
  ['Authorization: Bearer abc.def-ghi', 'abc.def'],
  ['cookie: session=5f1e2d3c', '5f1e2d3c'],
  ['{"password":"correct horse"}', 'horse'],
  ['connect to postgres://admin:hunter2@db/rack failed', 'hunter2'],
])('%s is redacted', (line, secret) => {
  expect(line).toContain(secret)
  expect(redact(line)).not.toContain(secret)
})

test('ordinary lines stay unchanged', () => {
  const line = '{"time":"2025-03-03T09:00:00.000Z","method":"GET","path":"/v1/projects","status":200,"address":"::1"}\n'
  expect(redact(line)).toBe(line)
})
