// Single sign-on against an independent identity provider: who can log in, as which user, and what is refused.
import { beforeAll, describe, expect, test } from 'vitest'
import { BROWSER_HEADER, type Caller, SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import {
  ACS,
  makeIdp,
  makeKeyPair,
  providerBody,
  RSA_SHA1,
  samlSilo,
  SP,
  type Idp,
  type Lies,
} from '#control/testing/identity-provider.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const pairs = Promise.all([makeKeyPair('idp.test'), makeKeyPair('rackwright'), makeKeyPair('an attacker')])
const REFUSED = 'the response of the identity provider was refused'
const path = '/login/acme/saml/okta'

const BROWSER = 'b'.repeat(40)
const CALLER = { address: '127.0.0.1', secure: false, browser: BROWSER }

const fetch = ({ plane }: World, at: string, init?: RequestInit, caller: Caller = CALLER) =>
  plane.fetch(new Request(`http://rack.test${at}`, init), caller)

async function post(world: World, SAMLResponse: string, relayState?: string, at = path, caller?: Caller) {
  const body = new URLSearchParams({ SAMLResponse, ...(relayState === undefined ? {} : { RelayState: relayState }) })
  const response = await fetch(world, at, { method: 'POST', body }, caller)
  const text = await response.text()
  return {
    status: response.status,
    location: response.headers.get('location'),
    session: response.headers.get(SESSION_HEADER),
    body: text ? (JSON.parse(text) as Record<string, unknown>) : undefined,
  }
}

const replaced = (from: string, to: string) => (xml: string) => {
  expect(xml).toContain(from)
  return xml.replace(from, to)
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `group-${n}`)
const tooMany = (count: number) => `the identity provider sent ${count} groups; at most 1000 are supported`

eachDatabase((_name, open) => {
  describe('single sign-on', () => {
    let world: World
    let idp: Idp
    /** Reasons from the log, which the responses omit. */
    const reasons: unknown[] = []
    const log = {
      info() {},
      error: (...words: unknown[]) => reasons.push(words),
      warn: (_: string, facts?: Record<string, unknown>) => reasons.push(facts?.reason),
    }

    beforeAll(async () => {
      const [keys, sp] = await pairs
      world = await makeWorld(await open(), { ...signInPorts, log, allowUnsolicitedSaml: true })
      idp = makeIdp(keys, sp)
      const admin = talk(world.admin)
      await admin.post('/v1/system/silos', samlSilo('acme', { admin_group_name: 'admins' }))
      const providers = '/v1/system/identity-providers/saml?silo=acme'
      await admin.post(
        providers,
        providerBody(idp, { group_attribute_name: 'groups', signing_keypair: sp.signing_keypair }),
      )
      const posting = makeIdp(keys, sp, ['post'])
      await admin.post(providers, providerBody(posting, { name: 'posting', signing_keypair: sp.signing_keypair }))
    })

    const respond = (lies?: Lies) => idp.respond(world.clock.now(), lies)
    const sessions = async () =>
      (await world.host.db.read.selectFrom('session').select('id').execute()).map(({ id }) => id)
    async function enter(lies?: Lies) {
      const { status, session } = await post(world, await respond(lies))
      expect(status).toBe(303)
      return talk(world.withSession(session!))
    }

    test('redirects with a signed request and returns to the requested page', async () => {
      const begun = await fetch(world, `${path}/redirect?redirect_uri=${encodeURIComponent('/projects/a?b=c&d=é')}`)
      expect(begun.status).toBe(302)
      const location = begun.headers.get('location')!
      expect(location.startsWith('https://idp.test/sso/redirect?')).toBe(true)
      const request = await idp.receive(location)
      expect(request.xml).toContain(`AssertionConsumerServiceURL="${ACS}"`)
      expect(request.xml).toContain(`>${SP}</saml:Issuer>`)
      const lies = { inResponseTo: request.id, nameId: 'eva@acme.test', attributes: { groups: ['dev, ops', 'dev'] } }
      const done = await post(world, await respond(lies), request.relayState)
      expect(done).toMatchObject({ status: 303, location: '/projects/a?b=c&d=%C3%A9' })
      expect(done.session).toMatch(/^[0-9a-f]{40}$/)

      const eva = talk(world.withSession(done.session!))
      expect(await eva.get('/v1/me')).toMatchObject({ display_name: 'eva@acme.test', silo_name: 'acme' })
      expect((await eva.list('/v1/me/groups')).map((group) => group.display_name).sort()).toEqual(['dev', 'ops'])
    })

    test('a login is bound to the browser that began it', async () => {
      const begun = await fetch(world, `${path}/redirect`, undefined, { ...CALLER, browser: undefined })
      const browser = begun.headers.get(BROWSER_HEADER)!
      expect(browser).toMatch(/^[0-9a-f]{40}$/)
      const { id } = await idp.receive(begun.headers.get('location')!)
      const before = await sessions()
      for (const other of [undefined, '', BROWSER, 'x']) {
        const caller = { ...CALLER, secure: true, browser: other }
        expect(await post(world, await respond({ inResponseTo: id }), undefined, path, caller)).toMatchObject({
          status: 401,
          session: null,
        })
      }
      expect(await sessions()).toEqual(before)
      reasons.length = 0
      const back = await post(world, await respond({ inResponseTo: id }), undefined, path, { ...CALLER, browser })
      expect(back.status).toBe(303)
      // a second tab keeps it
      const again = await fetch(world, `${path}/redirect`, undefined, { ...CALLER, browser })
      expect(again.headers.get(BROWSER_HEADER)).toBe(browser)
    })

    test('over plain HTTP, a page of ours posts the response again, once', async () => {
      const begun = await fetch(world, `${path}/redirect`)
      const { id } = await idp.receive(begun.headers.get('location')!)
      const body = new URLSearchParams({ SAMLResponse: await respond({ inResponseTo: id }), RelayState: 'e"<30=' })
      const without = { ...CALLER, browser: undefined }
      const page = await fetch(world, path, { method: 'POST', body }, without)
      expect([page.status, page.headers.get(SESSION_HEADER)]).toEqual([200, null])
      const html = await page.text()
      expect(html).toContain(`action="${path}"`)
      expect(html).toContain('name="RelayState" value="e&quot;&lt;30="')
      body.set('repeated', 'true')
      expect((await fetch(world, path, { method: 'POST', body }, without)).status).toBe(401)
      reasons.length = 0
      expect((await fetch(world, path, { method: 'POST', body })).status).toBe(303)
    })

    test('posts the request if the provider accepts nothing else', async () => {
      const page = await fetch(world, '/login/acme/saml/posting/redirect?redirect_uri=/images')
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-.+'/)
      const html = await page.text()
      expect(html).toContain('action="https://idp.test/sso/post"')
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!
      expect(await idp.receivePost({ SAMLRequest: field('SAMLRequest') })).toMatch(/^_[0-9a-f]{58}$/)
      expect(JSON.parse(atob(field('RelayState')))).toEqual({ redirect_uri: '/images' })
    })

    test('a user is created once, and groups follow the last login', async () => {
      const first = await enter({ nameId: 'ben', attributes: { groups: ['dev', 'admins'] } })
      await first.post('/v1/projects', { name: 'by-ben', description: 'an administrator by group' })
      const again = await enter({ nameId: 'ben', attributes: { groups: ['dev,, qa'], other: ['x'] } })
      expect((await again.get('/v1/me')).id).toBe((await first.get('/v1/me')).id)
      expect((await again.list('/v1/me/groups')).map((group) => group.display_name).sort()).toEqual(['dev', 'qa'])
      expect((await again.refused('POST', '/v1/projects', { name: 'no', description: '' }))[0]).toBe(403)
      await enter({ nameId: 'ben' })
      expect(await again.list('/v1/me/groups')).toEqual([])
    })

    test('a signature over the whole message is accepted too', async () => {
      await enter({ nameId: 'cal', signMessage: true })
    })

    test('a login started at the identity provider lands on the front page', async () => {
      expect(await post(world, await respond())).toMatchObject({ status: 303, location: '/' })
      for (const relay of ['what the provider put there', btoa('{"redirect_uri":"https://evil.test/"}')])
        expect((await post(world, await respond(), relay)).location).toBe('/')
    })

    const minutes = (count: number) => new Date(world.clock.now().getTime() + count * 60_000).toISOString()
    test.each<[string, RegExp, () => Lies]>([
      ['tampered name', /^Invalid signature$/, () => ({ tamper: replaced('ana@acme.test', 'eve@acme.test') })],
      [
        'tampered group',
        /^Invalid signature$/,
        () => ({ attributes: { groups: ['dev'] }, tamper: replaced('>dev<', '>admins<') }),
      ],
      [
        'unsigned',
        /^Invalid signature$/,
        () => ({ tamper: (xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, '') }),
      ],
      ['signed with SHA-1', /rsa-sha1.* not of the SHA-2 family/, () => ({ algorithm: RSA_SHA1 })],
      ['expired', /expired/, () => ({ notBefore: minutes(-20), notOnOrAfter: minutes(-2) })],
      ['not yet valid', /not yet valid/, () => ({ notBefore: minutes(2) })],
      ['confirmed until a while ago', /^no valid bearer confirmation/, () => ({ confirmedUntil: minutes(-2) })],
      ['for another audience', /audience mismatch/, () => ({ audience: 'somebody-else' })],
      ['for another address', /^no valid bearer confirmation/, () => ({ recipient: 'https://other.test/login' })],
      ['by another issuer', /issued by .*evil/, () => ({ issuer: 'https://evil.test/metadata' })],
      ['without a name', /^it has no NameID$/, () => ({ nameId: '' })],
      ['with a blank name', /^it has no NameID$/, () => ({ nameId: ' ' })],
      ...['<!-- -->', '<b/>', '<![CDATA[x]]>', '<?x y?>'].map((markup): [string, RegExp, () => Lies] => [
        `with ${markup} in its name`,
        /^its NameID contains markup$/,
        () => ({ nameId: 'ana.markup', tamper: replaced('ana.markup', `ana${markup}.markup`) }),
      ]),
      ['an answer to nobody', /which this browser did not ask here$/, () => ({ inResponseTo: '_0123456789abcdef' })],
      [
        'an answer to a forged request',
        /which this browser did not ask here$/,
        () => ({ inResponseTo: `_${'0'.repeat(58)}` }),
      ],
      [
        'a second, unsigned assertion before the signed one',
        /multiple assertions/,
        () => ({
          tamper: (xml) => {
            const signed = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)![0]
            const forged = signed
              .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
              .replace('ana@acme.test', 'eve@acme.test')
            return xml.replace(signed, forged.replace(/ ID="[^"]*"/, ' ID="_forged"') + signed)
          },
        }),
      ],
      [
        'a forged assertion with the signature of another one hidden elsewhere',
        /Referenced node does not refer/,
        () => ({
          tamper: (xml) => {
            const signed = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)![0]
            const forged = signed.replace('ana@acme.test', 'eve@acme.test').replace(/ ID="[^"]*"/, ' ID="_forged"')
            return xml.replace(signed, `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`)
          },
        }),
      ],
    ])('%s is refused, and no session made', async (_what, reason, lies) => {
      const before = await sessions()
      const { status, session, body } = await post(world, await respond(lies()))
      expect([status, session]).toEqual([401, null])
      expect(body).toEqual({ request_id: expect.any(String), message: REFUSED })
      expect(await sessions()).toEqual(before)
      expect(reasons.splice(0)).toEqual([expect.stringMatching(reason)])
    })

    test('signed with a key that the metadata does not name is refused', async () => {
      const [, , attacker] = await pairs
      const forged = await makeIdp(attacker).respond(world.clock.now())
      expect((await post(world, forged)).status).toBe(401)
    })

    test('an assertion can be used only once', async () => {
      const response = await respond({ nameId: 'dan' })
      expect((await post(world, response)).status).toBe(303)
      const before = await sessions()
      expect(await post(world, response)).toMatchObject({ status: 401, session: null, body: { message: REFUSED } })
      await world.clock.advance(330_000)
      expect((await post(world, response)).status).toBe(401)
      await world.clock.advance(60_000)
      expect((await post(world, response)).status).toBe(401)
      expect(await sessions()).toEqual(before)
      await enter({ nameId: 'dan' })
      const kept = await world.host.db.read.selectFrom('saml_assertion').select('assertion_id').execute()
      expect(kept).toHaveLength(1)
    })

    test('a response to an old request is refused', async () => {
      const begun = await fetch(world, `${path}/redirect`)
      const { id, relayState } = await idp.receive(begun.headers.get('location')!)
      expect(relayState).toBeUndefined()
      await world.clock.advance(8 * 3600_000)
      expect((await post(world, await respond({ inResponseTo: id }))).status).toBe(303)
      await world.clock.advance(1000)
      expect((await post(world, await respond({ inResponseTo: id }))).status).toBe(401)
    })

    test.each([
      ['not XML', 'aGVsbG8='],
      ['not base64', '%%%'],
    ])('%s is a bad request', async (_what, response) => {
      const message = expect.stringMatching(/^the response of the identity provider cannot be read: /)
      expect(await post(world, response)).toMatchObject({ status: 400, session: null, body: { message } })
    })

    const sent = async (xml: string) => {
      const { status, body } = await post(world, Buffer.from(xml).toString('base64'))
      return [status, String(body?.message).replace(/^.*: /, '')]
    }

    test('a hostile document is refused before the parser sees it', async () => {
      expect(await sent(`<r>${'<a b="1"/>'.repeat(20_000)}</r>`)).toEqual([400, 'it has more than 500 XML nodes'])
      expect(await sent(`<r>${'x'.repeat(262_144)}</r>`)).toEqual([400, 'it is larger than 262144 bytes'])
      expect(await sent('<a>'.repeat(33) + '</a>'.repeat(33))).toEqual([400, 'its elements nest deeper than 32'])
      expect(await sent('<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>')).toEqual([
        400,
        'it has a document type declaration',
      ])
    })

    const refusedGroups = async (groups: string[]) => {
      const { status, body } = await post(world, await respond({ nameId: 'gil', attributes: { groups } }))
      return [status, body?.message]
    }

    test('a thousand groups are accepted, more are refused with the reason', async () => {
      const listed = await enter({ nameId: 'gil', attributes: { groups: [...names(400), names(1000).join()] } })
      expect((await listed.get('/v1/me/groups?limit=1')).items).toHaveLength(1)
      expect(await refusedGroups([names(1001).join()])).toEqual([400, tooMany(1001)])
      expect(await refusedGroups([names(20_000).join()])).toEqual([400, tooMany(20_000)])
      // not signed, which would take seconds: its size is checked first
      const values = '<saml:AttributeValue>some-group</saml:AttributeValue>'.repeat(40_000)
      expect((await post(world, btoa(values))).body?.message).toContain('exceeded maximum size')
      expect(await refusedGroups(['x'.repeat(513)])).toEqual([
        400,
        expect.stringContaining('longer than 512 characters'),
      ])
    })

    test('a form with many fields is refused before it is parsed', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await fetch(world, path, { method: 'POST', headers, body: '&'.repeat(500_000) })
      expect([reply.status, await reply.json()]).toEqual([
        400,
        {
          request_id: expect.any(String),
          message: 'unable to parse URL-encoded body: more than 16 fields',
        },
      ])
    })

    test('a body that is not a form is a bad request', async () => {
      const json = await fetch(world, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      expect([json.status, ((await json.json()) as { message: string }).message]).toEqual([
        400,
        'expected content type "application/x-www-form-urlencoded", got "application/json"',
      ])
      const empty = await fetch(world, path, { method: 'POST', body: new URLSearchParams({ RelayState: 'x' }) })
      expect([empty.status, ((await empty.json()) as { message: string }).message]).toEqual([
        400,
        'unable to parse URL-encoded body: missing field `SAMLResponse`',
      ])
    })

    test.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'projects', '/\t/evil.test', '/\n\\evil.test', ''])(
      'never redirects to another site: %j',
      async (uri) => {
        const refused = await fetch(world, `${path}/redirect?redirect_uri=${encodeURIComponent(uri)}`)
        expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
          400,
          'unable to parse query string: redirect_uri must be a path of this site: it begins with one slash',
        ])
        const relayed = await post(world, await respond(), btoa(JSON.stringify({ redirect_uri: uri })))
        expect([relayed.status, relayed.location]).toEqual([303, '/'])
      },
    )

    test('unknown silos and providers are not found', async () => {
      const ask = async (at: string) => {
        const response = await fetch(world, at)
        return [response.status, ((await response.json()) as { message: string }).message]
      }
      expect(await ask('/login/nowhere/saml/okta/redirect')).toEqual([404, 'not found: silo with name "nowhere"'])
      const missing = [404, 'not found: saml-identity-provider with name "other"']
      expect(await ask('/login/acme/saml/other/redirect')).toEqual(missing)
      const posted = await post(world, await respond(), undefined, '/login/acme/saml/other')
      expect([posted.status, posted.body?.message]).toEqual(missing)
      const local = await world.anonymous.raw('POST', '/v1/login/acme/local', { username: 'ana', password: 'x' })
      expect([local.status, local.body.message]).toEqual([404, 'not found: identity-provider with name "local"'])
    })
  })

  test('an unsolicited response is refused unless the server allows it', async () => {
    const reasons: unknown[] = []
    const log = {
      info() {},
      error() {},
      warn: (_: string, facts?: Record<string, unknown>) => reasons.push(facts?.reason),
    }
    const world = await makeWorld(await open(), { ...signInPorts, log })
    const idp = makeIdp((await pairs)[0])
    const admin = talk(world.admin)
    await admin.post('/v1/system/silos', samlSilo('acme'))
    await admin.post('/v1/system/identity-providers/saml?silo=acme', providerBody(idp))
    const respond = (lies?: Lies) => idp.respond(world.clock.now(), lies)
    expect((await post(world, await respond())).status).toBe(401)

    const begun = await fetch(world, `${path}/redirect`)
    const { id } = await idp.receive(begun.headers.get('location')!)
    // the response element is not signed, so an attacker with an unsolicited assertion can modify it
    const tamper = (xml: string) => xml.replace('<samlp:Response ', `<samlp:Response InResponseTo="${id}" `)
    expect((await post(world, await respond({ tamper }))).status).toBe(401)
    expect(reasons).toEqual(Array(2).fill('it is unsolicited, which this server does not allow'))
    expect((await post(world, await respond({ inResponseTo: id }))).status).toBe(303)
  })
})
