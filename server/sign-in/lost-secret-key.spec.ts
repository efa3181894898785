// After the loss of the secret key, nothing that was sealed with it can be opened. Every reader of a sealed value has an answer.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { PENDING_LOGIN_HEADER } from '#control/frame/ports/caller.ts'
import { makeSealer } from '#control/frame/sealer.ts'
import { claimSecretKey } from '#control/frame/secret-key.ts'
import { totpCode } from '#control/people/second-factor/totp.ts'
import { smtpServer } from '#control/alert/smtp-settings.ts'
import { makeUser, must } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { addOidcProvider, signInWithOidc } from '#control/testing/external-logins.ts'
import { random } from '#control/testing/host.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { startIssuer } from '#control/testing/oidc-issuer.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, PASSWORD, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

/** Files that open sealed values, and the test here or elsewhere that takes their key away. */
const READERS = {
  'frame/secret-key.ts': 'server/secret-key.spec.ts: such a server does not start',
  'silo/seal-old-keys.ts': 'control/silo/seal-old-keys.spec.ts',
  'people/second-factor/passcode.ts': 'codes of an app',
  'people/second-factor/lost-app.ts': 'codes of an app',
  'people/login/pending-login.ts': 'a login under way',
  'people/second-factor/passkey-ticket.ts': 'a login under way',
  'people/provider/oidc.ts': 'signing out at the provider',
  'people/provider/provider-secrets.ts': 'identity providers',
  'people/provider/oidc-provider.ts': 'identity providers',
  'people/provider/saml-request.ts': 'identity providers',
  'alert/smtp-settings.ts': 'e-mail',
  'reconcile/secrets.ts': 'control/reconcile/failing-loops.spec.ts: an issue says how many',
  'compute/backup/repository.ts': 'control/compute/backup/backup.spec.ts: the repository says so',
  'compute/backup/installation-repository.ts': 'server/backup/to-target.spec.ts',
  'system/failover/fence.ts': 'control/system/failover/failover.spec.ts: the test of the fence says so',
  'alert/send.ts': 'control/reconcile/alert-delivery.spec.ts: the delivery fails',
}

test('every reader of a sealed value is known here', () => {
  const root = join(import.meta.dirname, '../../control')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.spec\.ts$|^testing\/|^frame\/sealer\.ts$/.test(name),
  )
  const opening = files.filter((name) =>
    /\b(sealer\.open|tryOpen|openEither|openProvider)\(/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(opening.sort()).toEqual(Object.keys(READERS).sort())
})

const FACTOR = '/rackwright/me/second-factor'
const LOST = [
  400,
  'SecondFactorLost',
  'your authenticator app no longer works, because the secret key of this installation was lost; ' +
    'use a recovery code or a passkey, or ask an administrator to reset your second factor',
]
const LOST_PROVIDER = [
  503,
  'ServiceNotAvailable',
  'the secrets of this identity provider can no longer be read; ask an administrator to enter them again',
]
const otherSealer = makeSealer({
  key: new Uint8Array(32).fill(8),
  random,
  decodeBase64: (text) => Buffer.from(text, 'base64'),
})

eachDatabase((_name, open) => {
  let world: World
  beforeEach(async () => {
    world = await makeWorld(await open(), signInPorts)
    await claimSecretKey(world.host)
  })

  /** The same installation, started with another key, as operating.md says. */
  async function loseKey(): Promise<World> {
    await world.clock.advance(60_000)
    await world.host.db.transaction((tx) => tx.deleteFrom('secret_key').execute())
    const { clock, db } = world.host
    const next = await makeWorld(db, { ...world.host, sealer: otherSealer }, world.admin.session)
    expect(await claimSecretKey({ db, clock, sealer: otherSealer })).toBe(true)
    return next
  }

  test('codes of an app: the text says what to do, recovery codes work, and pages name who must enroll again', async () => {
    const { id, person } = await makeUser(world, 'recovery', 'ada')
    const { secret } = (await must(person, 'POST', FACTOR, {})) as unknown as { secret: string }
    const code = () => totpCode(secret, world.clock.now())
    const confirmed = await must(person, 'POST', `${FACTOR}/confirm`, { passcode: await code() })
    const [one, two] = (confirmed as unknown as { recovery_codes: string[] }).recovery_codes
    const next = await loseKey()
    const ada = next.withSession(person.session!)

    const login = { username: 'ada', password: PASSWORD }
    const asked = await next.anonymous.raw('POST', '/v1/login/recovery/local', login)
    const pending = next.withPendingLogin(asked.headers.get(PENDING_LOGIN_HEADER)!)
    const path = '/rackwright/login/recovery/second-factor'
    expect(await talk(pending).refused('POST', path, { passcode: await code() })).toEqual(LOST)
    expect((await pending.raw('POST', path, { passcode: one })).status).toBe(204)
    expect(await talk(ada).refused('POST', `${FACTOR}/disable`, { passcode: await code() })).toEqual(LOST)

    expect(await talk(ada).get(FACTOR)).toMatchObject({ is_totp_lost: true })
    expect(await talk(next.admin).get(`/rackwright/users/${id}/second-factor`)).toMatchObject({ is_totp_lost: true })
    const states = await talk(next.admin).list('/rackwright/user-states')
    const lost = states.filter(({ must_enroll_again }) => must_enroll_again)
    expect(lost.map(({ display_name }) => display_name)).toEqual(['ada'])

    expect((await ada.raw('POST', `${FACTOR}/disable`, { passcode: two })).status).toBe(204)
    const again = (await must(ada, 'POST', FACTOR, {})) as unknown as { secret: string }
    const passcode = await totpCode(again.secret, next.clock.now())
    await must(ada, 'POST', `${FACTOR}/confirm`, { passcode })
    expect(await talk(ada).get(FACTOR)).toMatchObject({ is_totp_lost: false })
    expect(next.errors).toEqual([])
  })

  test('a login under way must be begun again', async () => {
    const { person } = await makeUser(world, 'recovery', 'ada')
    const { secret } = (await must(person, 'POST', FACTOR, {})) as unknown as { secret: string }
    await must(person, 'POST', `${FACTOR}/confirm`, { passcode: await totpCode(secret, world.clock.now()) })
    const login = { username: 'ada', password: PASSWORD }
    const { headers } = await world.anonymous.raw('POST', '/v1/login/recovery/local', login)
    const begun = (await must(world.anonymous, 'POST', '/rackwright/login/recovery/passkey/begin')) as unknown as {
      ticket: string
    }
    const next = await loseKey()
    const pending = next.withPendingLogin(headers.get(PENDING_LOGIN_HEADER)!)
    const refused = await talk(pending).refused('POST', '/rackwright/login/recovery/second-factor', { passcode: '1' })
    expect(refused[2]).toBe('the login has expired; enter your password again')
    const passkey = { ticket: begun.ticket, response: '{"id":"x"}' }
    expect((await next.anonymous.raw('POST', '/rackwright/login/recovery/passkey', passkey)).status).toBe(401)
    expect(next.errors).toEqual([])
  })

  describe('identity providers', () => {
    const at = { silo: 'sso', provider: 'corp' }
    beforeEach(() => must(world.admin, 'POST', '/v1/system/silos', samlSilo('sso')))

    test('of OpenID Connect say so until the secret is entered again, and signing out stays here', async () => {
      const issuer = await startIssuer()
      await addOidcProvider(world, issuer, 'sso')
      const person = world.withSession((await signInWithOidc(world, issuer, at)).session!)
      const next = await loseKey()
      const path = '/rackwright/login/sso/oidc/corp/begin'
      expect(await talk(next.anonymous).refused('POST', path)).toEqual(LOST_PROVIDER)
      const ada = next.withSession(person.session!)
      expect(await talk(ada).get('/rackwright/me/identity-provider-logout')).toEqual({ location: null })
      const settings = await talk(next.admin).get('/rackwright/silos/sso/identity-providers/corp')
      await talk(next.admin).put('/rackwright/silos/sso/identity-providers/corp', {
        ...settings,
        client_secret: 'between us',
      })
      // the next start replaces the request key
      await next.plane.start()
      expect((await signInWithOidc(next, issuer, at)).status).toBe(204)
      expect(next.errors).toEqual([])
      await next.stop()
      await issuer.stop()
    })

    test('of SAML say so too', async () => {
      const keys = await makeKeyPair('idp.test')
      const idp = makeIdp(keys, keys)
      const body = providerBody(idp, { signing_keypair: keys.signing_keypair })
      await must(world.admin, 'POST', '/v1/system/identity-providers/saml?silo=sso', body)
      const next = await loseKey()
      expect(await talk(next.anonymous).refused('GET', '/login/sso/saml/okta/redirect')).toEqual(LOST_PROVIDER)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const posted = await next.anonymous.raw('POST', '/login/sso/saml/okta', 'SAMLResponse=x', form)
      expect([posted.status, posted.body.error_code, posted.body.message]).toEqual(LOST_PROVIDER)
      expect(next.errors).toEqual([])
    })
  })

  test('e-mail: a test says that the password must be entered again', async () => {
    const settings = {
      host: 'mail.example.com',
      port: 587,
      security: 'starttls',
      username: 'rack',
      password: 'hush',
      from_address: 'rack@example.com',
    }
    await talk(world.admin).put('/rackwright/smtp-settings', settings)
    world.host.alertSender = { post: async () => ({ status: 200, duration_ms: 1 }), mail: async () => undefined }
    const next = await loseKey()
    const text = 'the password can no longer be read, because the secret key was lost; enter it again'
    const path = '/rackwright/smtp-settings/test'
    expect(await talk(next.admin).refused('POST', path, { address: 'a@example.com' })).toEqual([
      400,
      'InvalidRequest',
      text,
    ])
    await talk(next.admin).put('/rackwright/smtp-settings', settings)
    expect((await smtpServer(next.host))?.login?.password).toBe('hush')
    expect(next.errors).toEqual([])
  })
})
