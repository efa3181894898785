// What an upgrade makes of users, sessions, access tokens and identity providers that were there before.
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { migrate, migrations } from '../migrate.ts'

const NOW = '2026-01-01T00:00:00.000Z'
/** The tables of then. */
type Untyped = Record<string, Record<string, unknown>>
const BEFORE = migrations.filter(({ name }) => name < '0013')

const common = { name: 'corp', description: '', request_key: 'k', is_enabled: true }
const OIDC = { ...common, issuer: '', client_id: '', redirect_uri: '', scopes: 'openid' }
const idp = { idp_metadata: '', idp_entity_id: '', sp_client_id: '' }
const SAML = { ...common, ...idp, acs_url: '', slo_url: '', technical_contact_email: '' }

eachDatabase((_name, open) => {
  test('tokens belong to the only provider of their silo, and old providers accept addresses that may be unverified', async () => {
    const db = await open({ empty: true })
    await migrate(db, new Date(NOW), BEFORE)
    const times = { time_created: NOW, time_modified: NOW }
    const insert = (table: string, row: Record<string, unknown>) =>
      db.transaction((tx) => (tx as unknown as Kysely<Untyped>).insertInto(table).values(row).execute())

    for (const name of ['oidc-only', 'saml-only', 'both', 'local']) {
      await insert('silo', {
        id: name,
        name,
        description: '',
        discoverable: true,
        identity_mode: name === 'local' ? 'local_only' : 'saml_jit',
        mapped_fleet_roles: {},
        ...times,
      })
      for (const user of ['person', 'robot']) {
        const id = `${name} ${user}`
        await insert('silo_user', { id, silo_id: name, external_id: id, ...times })
        if (user === 'robot') await insert('service_account', { id, silo_id: name, description: '' })
        const token = {
          id: `token of ${id}`,
          token_hash: id,
          client_id: id,
          silo_user_id: id,
          name: '',
          read_only: false,
        }
        await insert('device_access_token', { ...token, time_requested: NOW, time_created: NOW })
        await insert('session', { id, token_hash: id, silo_user_id: id, time_created: NOW, time_last_used: NOW })
      }
    }
    for (const [id, silo_id, name_claim] of [
      ['oidc 1', 'oidc-only', 'email'],
      ['oidc 2', 'both', 'sub'],
    ])
      await insert('oidc_provider', {
        id,
        silo_id,
        name_claim,
        ...OIDC,
        ...times,
      })
    for (const [id, silo_id] of [
      ['saml 1', 'saml-only'],
      ['saml 2', 'both'],
    ])
      await insert('saml_identity_provider', {
        id,
        silo_id,
        ...SAML,
        ...times,
      })

    await migrate(db, new Date(NOW))
    const origins = async (table: 'session' | 'device_access_token') =>
      Object.fromEntries(
        (
          await db.read.selectFrom(table).select(['silo_user_id', 'oidc_provider_id', 'saml_provider_id']).execute()
        ).map((row) => [row.silo_user_id, row.oidc_provider_id ?? row.saml_provider_id]),
      )
    const known = {
      'oidc-only person': 'oidc 1',
      'oidc-only robot': null,
      'saml-only person': 'saml 1',
      'saml-only robot': null,
      'both person': null,
      'both robot': null,
      'local person': null,
      'local robot': null,
    }
    expect(await origins('device_access_token')).toEqual(known)
    // sessions of OpenID Connect already knew
    expect(await origins('session')).toEqual({ ...known, 'oidc-only person': null })
    const providers = await db.read
      .selectFrom('oidc_provider')
      .select(['id', 'accepts_missing_email_verified'])
      .execute()
    expect(Object.fromEntries(providers.map((row) => [row.id, row.accepts_missing_email_verified]))).toEqual({
      'oidc 1': true,
      'oidc 2': false,
    })
    const disabled = await sql<{
      count: number
    }>`select count(*) as count from silo_user where time_disabled is not null`
      .execute(db.read)
      .then(({ rows }) => Number(rows[0]?.count))
    expect(disabled).toBe(0)
  })
})
