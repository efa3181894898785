// Identity providers through the API: what can be created, what is refused with which message, and what is never shown.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import {
  ACS,
  IDP,
  makeIdp,
  makeKeyPair,
  providerBody,
  samlSilo,
  SP,
  type Idp,
} from '#control/testing/identity-provider.ts'
import { talk, type Talk } from '#control/testing/talk.ts'
import { makeWorld, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const pairs = Promise.all([makeKeyPair('idp.test'), makeKeyPair('rackwright')])
const saml = '/v1/system/identity-providers/saml'
const inAcme = `${saml}?silo=acme`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const given = (xml: string) => ({ idp_metadata_source: { type: 'base64_encoded_xml', data: base64(xml) } })
const at = (url: string) => ({ idp_metadata_source: { type: 'url', url } })

const unsupported = (why: string) => ['InvalidValue', `unsupported value for "url": ${why}`]

/** Serves valid, invalid, missing and endless metadata. */
async function serve(idp: Idp): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    if (request.url === '/metadata') return response.end(idp.metadata)
    if (request.url === '/elsewhere') return response.writeHead(302, { location: '/metadata' }).end()
    if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
    if (request.url === '/page') return response.end('<html/>')
    if (request.url === '/endless') {
      const more = () => {
        while (response.write(Buffer.alloc(65_536, 'x')));
      }
      response.on('drain', more)
      return more()
    }
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

eachDatabase((_name, open) => {
  describe('identity providers', () => {
    let world: World
    let admin: Talk
    let idp: Idp
    let remote: Awaited<ReturnType<typeof serve>>

    beforeAll(async () => {
      world = await makeWorld(await open(), signInPorts)
      admin = talk(world.admin)
      idp = makeIdp((await pairs)[0])
      remote = await serve(idp)
      await admin.post('/v1/system/silos', samlSilo('acme'))
    })
    afterAll(() => {
      remote.server.closeAllConnections()
      remote.server.close()
    })

    const fetchFrom = (url: string, silo = 'acme') =>
      world.admin.raw('POST', `/rackwright/saml-metadata?silo=${silo}`, { url })

    test('metadata can be read before a provider is created from it', async () => {
      expect(await fetchFrom(`${remote.url}/metadata`)).toMatchObject({ status: 200, body: { document: idp.metadata } })
      const refusals = [
        [await fetchFrom(`${remote.url}/missing`), 'unsupported value for "url"'],
        [await fetchFrom('file:///etc/passwd'), 'unsupported value for "url"'],
        [
          await fetchFrom(`${remote.url}/metadata`, 'recovery'),
          'cannot create identity providers in this kind of Silo',
        ],
      ] as const
      for (const [{ status, body }, message] of refusals) {
        expect(status).toBe(400)
        expect(body.message).toContain(message)
      }
      // closed ports, other servers and other documents look the same
      const messages = [
        `${remote.url}/page`,
        `${remote.url}/missing`,
        'http://127.0.0.1:1/',
        'http://nowhere.invalid/',
      ].map(async (url) => (await fetchFrom(url)).body.message)
      expect(new Set(await Promise.all(messages)).size).toBe(1)
    })

    test('can be created, viewed and listed; the private key is never returned', async () => {
      const { signing_keypair } = (await pairs)[1]
      const made = await admin.post(inAcme, providerBody(idp, { signing_keypair, group_attribute_name: 'groups' }))
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'okta',
        description: 'where everybody is',
        acs_url: ACS,
        slo_url: 'https://acme.sys.rack.test/logout',
        sp_client_id: SP,
        idp_entity_id: IDP,
        technical_contact_email: 'ops@acme.test',
        group_attribute_name: 'groups',
        public_cert: signing_keypair.public_cert,
        time_created: expect.any(String),
        time_modified: made.time_created,
      })
      expect(await admin.get(`${saml}/okta?silo=acme`)).toEqual(made)
      const { id, name, description, time_created, time_modified } = made
      expect(await admin.list('/v1/system/identity-providers?silo=acme')).toEqual([
        { id, name, description, time_created, time_modified, provider_type: 'saml' },
      ])
      expect(await admin.list('/v1/system/identity-providers?silo=recovery')).toEqual([])
    })

    test('names are unique within a silo', async () => {
      await admin.post(inAcme, providerBody(idp, { name: 'twice' }))
      expect(await admin.refused('POST', inAcme, providerBody(idp, { name: 'twice' }))).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: saml-identity-provider "twice"',
      ])
    })

    test('selectors: by name, with the silo', async () => {
      expect(await admin.refused('GET', `${saml}/missing?silo=acme`)).toEqual([
        404,
        'ObjectNotFound',
        'not found: saml-identity-provider with name "missing"',
      ])
      expect(await admin.refused('GET', `${saml}/5f0e4c0e-3f6b-4e0e-9c59-6a4f1d6c2b11?silo=acme`)).toEqual([
        400,
        'InvalidRequest',
        'when providing provider as an ID, silo should not be specified',
      ])
    })

    test('only in silos with external users', async () => {
      expect(await admin.refused('POST', `${saml}?silo=recovery`, providerBody(idp))).toEqual([
        400,
        'InvalidRequest',
        'cannot create identity providers in this kind of Silo',
      ])
    })

    test('metadata is fetched, following redirects', async () => {
      for (const name of ['metadata', 'elsewhere'])
        await admin.post(inAcme, providerBody(idp, { name, ...at(`${remote.url}/${name}`) }))
    })

    const refusedWith = async (more: Record<string, unknown>) =>
      (await admin.refused('POST', inAcme, providerBody(idp, { name: 'refused', ...more }))).slice(1)

    test('a URL without metadata is refused', async () => {
      const url = (path: string) => refusedWith(at(remote.url + path))
      const failed = unsupported('error querying url: it did not return SAML metadata')
      // the same error for all: it must not reveal what listens where
      expect(await url('/missing')).toEqual(failed)
      expect(await url('/endless')).toEqual(failed)
      expect(await url('/loop')).toEqual(failed)
      expect(await refusedWith(at('http://127.0.0.1:1/'))).toEqual(failed)
      expect(await url('/page')).toEqual(failed)
      for (const wrong of ['file:///etc/passwd', 'data:text/xml,<a/>', 'idp.test', ''])
        expect(await refusedWith(at(wrong))).toEqual(failed)
    })

    test('invalid metadata is refused', async () => {
      expect(await refusedWith({ idp_metadata_source: { type: 'base64_encoded_xml', data: 'no base64' } })).toEqual([
        'InvalidValue',
        expect.stringMatching(/^unsupported value for "data": it is not base64/),
      ])
      const refused = async (xml: string) => (await refusedWith(given(xml)))[1]
      const unparsable = /^the metadata could not be parsed as an EntityDescriptor! ./
      for (const xml of ['', 'hello', '<EntityDescriptor/>', '<a><b></a>', idp.metadata.slice(0, -20)])
        expect(await refused(xml), xml).toMatch(unparsable)
      expect(await refused(idp.metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'))).toBe(
        'no md:IDPSSODescriptor section',
      )
      const withoutKey = idp.metadata.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, '')
      expect(withoutKey).not.toBe(idp.metadata)
      expect(await refused(withoutKey)).toBe('no signing key found in IDP metadata')
      expect(await refused(idp.metadata.replace('use="signing"', 'use="encryption"'))).toBe(
        'no signing key found in IDP metadata',
      )
      expect(await refused(idp.metadata.replaceAll('Location="https:', 'Location="javascript:'))).toBe(
        'no SingleSignOnService with an HTTP-Redirect or HTTP-POST binding in IDP metadata',
      )
      expect(await refused(`<a>${'<b/>'.repeat(5000)}</a>`)).toMatch(/more than 5000 XML nodes$/)
      expect(await refused(`<!DOCTYPE a><a/>`)).toMatch(/a document type declaration$/)
      const key = /<KeyDescriptor.*<\/KeyDescriptor>/s.exec(idp.metadata)![0]
      expect(await refused(idp.metadata.replace(key, key.repeat(17)))).toBe('more than 16 signing keys in IDP metadata')
      const anyUse = idp.metadata.replace(' use="signing"', '')
      await admin.post(inAcme, providerBody(idp, { name: 'any-use', ...given(anyUse) }))
    })

    const refusedPair = async (signing_keypair: object) => {
      const reply = await world.admin.raw('POST', inAcme, providerBody(idp, { name: 'refused', signing_keypair }))
      expect([reply.status, reply.body.error_code]).toEqual([400, undefined])
      return /^unable to parse JSON body: (.*) at line \d+ column \d+$/.exec(reply.body.message as string)?.[1]
    }

    test('an invalid key pair is refused as an unreadable body', async () => {
      const [{ signing_keypair: other }, { signing_keypair: pair }] = await pairs
      expect(await refusedPair({ ...pair, private_key: other.private_key })).toBe(
        'signing_keypair.private_key: the key does not belong to the certificate',
      )
      expect(await refusedPair({ ...pair, private_key: base64('no key') })).toBe(
        'signing_keypair.private_key: expected base64 of an RSA private key in DER (PKCS #1)',
      )
      expect(await refusedPair({ ...pair, public_cert: base64('no certificate') })).toBe(
        'signing_keypair.public_cert: expected base64 of an X.509 certificate in DER',
      )
      expect(await refusedPair({ ...pair, public_cert: 'no base64' })).toContain('base64')
    })

    test('our own settings must be a URL and a name', async () => {
      expect((await refusedWith({ acs_url: 'javascript:alert(1)' }))[1]).toContain('unsupported value for "acs_url"')
      expect((await refusedWith({ sp_client_id: ' ' }))[1]).toContain('unsupported value for "sp_client_id"')
      expect(world.errors).toEqual([])
    })
  })

  test('a host without single sign-on says so', async () => {
    const db = await open()
    const world = await makeWorld(db, { ...signInPorts, saml: undefined })
    const admin = talk(world.admin)
    await admin.post('/v1/system/silos', samlSilo('acme'))
    expect(await admin.refused('POST', inAcme, providerBody(makeIdp((await pairs)[0])))).toEqual([
      400,
      'InvalidRequest',
      'single sign-on needs a server; this one runs in your browser',
    ])
  })

  test('providers and their users are deleted with the silo', async () => {
    const world = await makeWorld(await open(), { ...signInPorts, allowUnsolicitedSaml: true })
    const admin = talk(world.admin)
    await admin.post('/v1/system/silos', samlSilo('acme'))
    const idp = makeIdp((await pairs)[0])
    await admin.post(inAcme, providerBody(idp, { group_attribute_name: 'groups' }))
    const SAMLResponse = await idp.respond(world.clock.now(), { attributes: { groups: ['dev'] } })
    const request = new Request('http://rack.test/login/acme/saml/okta', {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse }),
    })
    expect((await world.plane.fetch(request, { address: '', secure: true })).status).toBe(303)
    await admin.del('/v1/system/silos/acme')
    const { read } = world.host.db
    for (const table of ['saml_identity_provider', 'saml_assertion', 'silo_group'] as const)
      expect(await read.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
