// Secrets are sealed in the database, those from before that was so too.
import { expect, test } from 'vitest'
import { openEither, purposeOf } from '#control/frame/sealer.ts'
import { must } from '#control/testing/authz-world.ts'
import { makeAuthority } from '#control/testing/certificates.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { addOidcProvider, signInWithOidc } from '#control/testing/external-logins.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { startIssuer } from '#control/testing/oidc-issuer.ts'
import { makeWorld } from '#control/testing/world.ts'
import { sealOldKeys } from '#control/silo/seal-old-keys.ts'
import { signInPorts } from './testing.ts'

eachDatabase((_name, open) => {
  test('keys are sealed when they are uploaded, and at the next start if they were there before', async () => {
    const messages: unknown[] = []
    const w = await makeWorld(await open(), {
      ...signInPorts,
      log: { info: (...line) => messages.push(line), warn: () => undefined, error: () => undefined },
    })
    const { cert, key } = await (await makeAuthority()).leaf()
    const body = { name: 'front', description: '', service: 'external_api', cert, key }
    const { body: made } = await w.admin.raw('POST', '/v1/certificates', body)
    const id = made.id as string
    const stored = async () => (await w.host.db.read.selectFrom('certificate').select('private_key').execute())[0]!
    const opened = async () =>
      openEither(w.host.sealer, (await stored()).private_key, purposeOf('certificate.private_key', id))

    expect((await stored()).private_key).toMatch(/^sealed:1:/)
    expect(await opened()).toBe(key)

    await w.host.db.transaction((tx) => tx.updateTable('certificate').set({ private_key: key }).execute())
    expect(await opened()).toBe(key)
    await sealOldKeys(w.host)
    expect((await stored()).private_key).toMatch(/^sealed:1:/)
    expect(await opened()).toBe(key)
    await sealOldKeys(w.host)
    expect(messages).toEqual([['secrets that were stored in plain text are now sealed', { count: 1 }]])
  })

  test('the request keys of identity providers too, and those that cannot be opened are replaced', async () => {
    const w = await makeWorld(await open(), signInPorts)
    await must(w.admin, 'POST', '/v1/system/silos', samlSilo('sso'))
    const idp = makeIdp(await makeKeyPair('idp.test'))
    await must(w.admin, 'POST', '/v1/system/identity-providers/saml?silo=sso', providerBody(idp))
    const issuer = await startIssuer()
    await addOidcProvider(w, issuer, 'sso')
    for (const table of ['saml_identity_provider', 'oidc_provider'] as const) {
      const stored = async () => (await w.host.db.read.selectFrom(table).select(['id', 'request_key']).execute())[0]!
      const opened = async () => {
        const { id, request_key } = await stored()
        return w.host.sealer.open(request_key, purposeOf(`${table}.request_key`, id))
      }
      const put = (request_key: string) =>
        w.host.db.transaction((tx) => tx.updateTable(table).set({ request_key }).execute())
      expect(await opened()).toMatch(/^[0-9a-f]{64}$/)
      await put('from before')
      await sealOldKeys(w.host)
      expect(await opened()).toBe('from before')
      await put('sealed:1:of another key')
      await sealOldKeys(w.host)
      expect(await opened()).toMatch(/^[0-9a-f]{64}$/)
    }
    const at = { silo: 'sso', provider: 'corp' }
    expect((await signInWithOidc(w, issuer, at)).status).toBe(204)
    await issuer.stop()
  })
})
