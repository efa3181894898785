// Certificates: what is accepted and what is refused with which reason. Through the API on every database.
import { createPrivateKey } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { covers } from './certificate-check.ts'
import { makeAuthority } from '../testing/certificates.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

const HOST = 'recovery.sys.rack.example'
const SERVER = '1.3.6.1.5.5.7.3.1'
const CLIENT = '1.3.6.1.5.5.7.3.2'

type Authority = Awaited<ReturnType<typeof makeAuthority>>

const label = (which: string) => `unsupported value for "${which}": `

eachDatabase((_name, open) => {
  describe('certificates', () => {
    let world: World
    let admin: Person
    let authority: Authority
    beforeAll(async () => {
      world = await makeWorld(await open(), { suffix: 'rack.example' })
      admin = world.admin
      authority = await makeAuthority()
    })
    let count = 0
    const create = (pair: { cert: string; key: string }, more: object = {}) =>
      admin.raw('POST', '/v1/certificates', {
        name: `tls-${++count}`,
        description: 'for the front door',
        service: 'external_api',
        ...pair,
        ...more,
      })
    const refused = async (pair: { cert: string; key: string }) => {
      const reply = await create(pair)
      expect(reply.status).toBe(400)
      expect(reply.body.error_code).toBe('InvalidValue')
      return reply.body.message as string
    }

    test('are stored with their chain; the key is never returned', async () => {
      const { cert, key } = await authority.leaf({ names: ['other.example', HOST], usages: [CLIENT, SERVER] })
      const made = await create({ cert: cert + authority.root, key }, { name: 'front' })
      expect(made.status).toBe(201)
      expect(made.body).toEqual({
        id: expect.any(String),
        name: 'front',
        description: 'for the front door',
        service: 'external_api',
        cert: cert + authority.root,
        time_created: '2025-03-03T09:00:00.000Z',
        time_modified: '2025-03-03T09:00:00.000Z',
      })
      expect((await admin.raw('GET', '/v1/certificates/front')).body).toEqual(made.body)
      expect((await admin.raw('GET', '/v1/certificates')).body.items).toContainEqual(made.body)
      const again = await create({ cert, key }, { name: 'front' })
      expect(again.body).toMatchObject({
        error_code: 'ObjectAlreadyExists',
        message: 'already exists: certificate "front"',
      })
      expect((await admin.raw('DELETE', `/v1/certificates/${made.body.id}`)).status).toBe(204)
      expect((await admin.raw('GET', '/v1/certificates/front')).body.message).toBe(
        'not found: certificate with name "front"',
      )
    })

    test('a wildcard or a common name is accepted', async () => {
      expect((await create(await authority.leaf({ names: ['*.sys.rack.example'] }))).status).toBe(201)
      expect((await create(await authority.leaf({ names: [], subject: `CN=${HOST}` }))).status).toBe(201)
    })

    test('a certificate that cannot serve the silo is refused with the reason', async () => {
      const good = await authority.leaf({ names: [HOST] })
      expect(await refused({ ...good, cert: 'not PEM at all' })).toBe(
        `${label('certificate')}it holds no PEM certificate`,
      )
      expect(await refused({ ...good, cert: good.key })).toMatch(/^unsupported value for "certificate": expected PEM/)
      const garbled = '-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n'
      expect(await refused({ ...good, cert: garbled })).toContain('certificate 1 of the chain cannot be read')
      const expired = await authority.leaf({ names: [HOST], notAfter: '2025-03-03T08:59:59Z' })
      expect(await refused(expired)).toContain('expired at 2025-03-03T08:59:59.000Z')
      expect(await refused({ ...good, cert: good.cert + expired.cert })).toContain('expired at')
      const stranger = (await makeAuthority()).root
      expect(await refused({ ...good, cert: good.cert + stranger })).toContain('is not signed by the next one')
      const elsewhere = await authority.leaf({ names: ['elsewhere.example'] })
      expect(await refused(elsewhere)).toBe(`${label('certificate')}it is not for ${HOST}, but for elsewhere.example`)
      expect(await refused(await authority.leaf({ names: [HOST], usages: [CLIENT] }))).toContain('extended key usage')
      expect(await refused({ ...good, key: elsewhere.key })).toBe(
        `${label('private-key')}it does not belong to the certificate`,
      )
      for (const key of ['', 'nothing', garbled, good.cert])
        expect(await refused({ ...good, key })).toMatch(
          /^unsupported value for "private-key": it is not a PEM private key/,
        )
    })

    test('hostile PEM is refused before a library sees it', async () => {
      const { cert, key } = await authority.leaf({ names: [HOST] })
      const begins = '-----BEGIN '.repeat(5900)
      expect(await refused({ cert: begins, key })).toBe(`${label('certificate')}it is not PEM`)
      expect(await refused({ cert, key: begins })).toContain(label('private-key'))
      expect(await refused({ cert: begins.repeat(15), key })).toContain('it is longer than 65536 characters')
      expect(await refused({ cert, key: begins.repeat(15) })).toContain(label('private-key'))
      expect(await refused({ cert: cert.repeat(17), key })).toContain('it has more than 16 PEM blocks')
      const each = { name: 'x', description: '', service: 'external_api', cert: begins, key }
      const silo = {
        name: 'hostile',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas: { cpus: 1, memory: 1, storage: 1 },
      }
      const create = (tls_certificates: object[]) =>
        admin.raw('POST', '/v1/system/silos', { ...silo, tls_certificates })
      expect((await create([each])).body.message).toBe(`${label('certificate')}it is not PEM`)
      expect((await create(Array.from({ length: 17 }, () => ({ ...each, cert })))).body.message).toContain(
        'at most 16 certificates',
      )
    })

    test('all key formats that openssl writes are accepted', async () => {
      const { cert, key } = await authority.leaf({ names: [HOST] })
      const sec1 = createPrivateKey(key).export({ type: 'sec1', format: 'pem' }) as string
      expect((await create({ cert, key: sec1 })).status).toBe(201)
      const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n'
      expect((await create({ cert, key: parameters + sec1 })).status).toBe(201)
      const rsa = await authority.leaf({ names: [HOST] }, await authority.rsaKeys())
      expect((await create(rsa)).status).toBe(201)
      const pkcs1 = createPrivateKey(rsa.key).export({ type: 'pkcs1', format: 'pem' }) as string
      expect((await create({ cert: rsa.cert, key: pkcs1 })).status).toBe(201)
      expect(await refused({ cert: rsa.cert, key })).toContain('"private-key"')
      expect((await create(await authority.leaf({ names: [HOST] }, await authority.edKeys()))).status).toBe(201)
      expect(world.errors).toEqual([])
    })

    test('without a DNS suffix, names are not checked', async () => {
      const { admin: other } = await makeWorld(await open())
      const body = { name: 'any', description: '', service: 'external_api', ...(await authority.leaf()) }
      expect((await other.raw('POST', '/v1/certificates', body)).status).toBe(201)
    })
  })
})

test('a wildcard matches one label', () => {
  expect(covers('*.a.b', 'x.a.b')).toBe(true)
  expect(covers('*.a.b', 'x.y.a.b')).toBe(false)
  expect(covers('*.a.b', 'a.b')).toBe(false)
  expect(covers('x.a.b', 'x.a.b')).toBe(true)
  expect(covers('*', 'x')).toBe(false)
})
