// The issue about identity providers whose e-mail addresses nobody has verified, and who sees it.
import { expect, test } from 'vitest'
import { makeCompute } from '#control/testing/compute.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { addOidcProvider, oidcBody, signInWithOidc } from '#control/testing/external-logins.ts'
import { samlSilo } from '#control/testing/identity-provider.ts'
import { startIssuer } from '#control/testing/oidc-issuer.ts'
import type { Person } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

eachDatabase((_name, open) => {
  test('a provider that need not verify e-mail addresses is one, for operators and admins of its silo', async () => {
    const world = await makeCompute(await open(), signInPorts)
    await world.plane.stop()
    const issues = async (person: Person = world.admin) => (await person.raw('GET', '/rackwright/issues')).body.items
    await world.ok('POST', '/v1/system/silos', samlSilo('sso'))
    await world.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'sso', is_default: true })
    const issuer = await startIssuer()
    await addOidcProvider(world, issuer, 'sso')
    const entered = await signInWithOidc(world, issuer, { silo: 'sso', provider: 'corp' })
    const ada = world.withSession(entered.session!)
    expect(await issues()).toEqual([])
    const old = { name_claim: 'email', accepts_missing_email_verified: true }
    await world.host.db.transaction((tx) => tx.updateTable('oidc_provider').set(old).execute())
    const issue = { kind: 'email_not_verified', severity: 'warning', silo_name: 'sso', target_name: 'corp' }
    expect(await issues()).toMatchObject([issue])
    expect(await issues(ada)).toEqual([])
    const identity_id = (await world.ok('GET', '/v1/me', undefined, ada)).id
    const role_assignments = [{ identity_type: 'silo_user', identity_id, role_name: 'admin' }]
    await world.ok('PUT', '/v1/system/silos/sso/policy', { role_assignments })
    expect(await issues(ada)).toMatchObject([issue])
    const path = '/rackwright/silos/sso/identity-providers/corp'
    await world.ok('PUT', path, { ...oidcBody(issuer, { silo: 'sso', provider: 'corp' }), name_claim: 'email' })
    expect(await issues()).toEqual([])
    await issuer.stop()
  })
})
