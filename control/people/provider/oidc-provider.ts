// OpenID Connect identity providers of a silo. Unlike those for SAML, they can be changed and deleted.
import type { oidcProvider as operations, OidcProviderCreate } from '#contract/oidc-provider.ts'
import type { z } from 'zod'
import type { RowOf } from '../../db/database.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { invalidRequest, invalidValue, isUuid, notFound } from '../../frame/errors.ts'
import type { SiloRow } from '../../frame/find-silo.ts'
import { hex } from '../../frame/hex.ts'
import { newIdentity, uniquely } from '../../frame/identity.ts'
import { page } from '../../frame/page.ts'
import type { Sealer } from '../../frame/ports/secrets.ts'
import type { Oidc, OidcDiscovery } from '../../frame/ports/single-sign-on.ts'
import { endAccessThrough } from '../access-end.ts'
import { assertMayConnect, findSiloWithProviders } from './identity-provider.ts'
import { openProvider, sealProviderSecret } from './provider-secrets.ts'

const LABEL = 'oidc-provider'

export type OidcProviderRow = RowOf<'oidc_provider'>
type Management = Exclude<keyof typeof operations, 'login_oidc_begin' | 'login_oidc' | 'oidc_logout_view'>

export const oidcProvider = {
  async oidc_provider_list(ctx, { path, query }) {
    const silo = await findSiloWithProviders(ctx, path.silo)
    const { items, next_page } = await page(query, providers(ctx, silo), 'oidc_provider')
    return { items: items.map(shown), next_page }
  },

  oidc_provider_create: {
    async outside(ctx, { path, body }) {
      const { silo } = await assertMayConnect(ctx, path.silo)
      checkOurSide(body)
      await discover(oidcOf(ctx), body.issuer)
      return ctx.write(async (inside) => {
        await assertMayConnect(inside, silo.id)
        const identity = newIdentity(inside, body)
        const seal = sealFor(inside, identity.id)
        const row = {
          ...body,
          ...identity,
          silo_id: silo.id,
          client_secret: body.client_secret && (await seal('client_secret', body.client_secret)),
          accepts_missing_email_verified: false,
          request_key: await seal('request_key', hex(inside.host.random.bytes(32))),
        }
        await uniquely(LABEL, body.name, inside.db.insertInto('oidc_provider').values(row).execute())
        return shown(inside.subject(row, { silo_id: silo.id }))
      })
    },
  },

  async oidc_provider_view(ctx, { path }) {
    return shown(await findProvider(ctx, await findSiloWithProviders(ctx, path.silo), path.provider))
  },

  oidc_provider_update: {
    async outside(ctx, { path, body: { client_secret, ...body } }) {
      const { silo } = await assertMayConnect(ctx, path.silo)
      const before = await findProvider(ctx, silo, path.provider)
      checkOurSide(body)
      // a broken provider can still be turned off
      if (body.is_enabled && body.issuer !== before.issuer) await discover(oidcOf(ctx), body.issuer)
      return ctx.write(async (inside) => {
        await assertMayConnect(inside, silo.id)
        const row = await findProvider(inside, silo, before.id)
        inside.subject(row, { silo_id: silo.id })
        const changes = {
          ...body,
          client_secret: await secretFor(inside, row, client_secret, body.issuer),
          accepts_missing_email_verified: false,
          time_modified: inside.now,
        }
        await inside.db.updateTable('oidc_provider').set(changes).where('id', '=', row.id).execute()
        if (!body.is_enabled) await endAccessThrough(inside.db, 'oidc_provider_id', row.id)
        return shown({ ...row, ...changes })
      })
    },
  },

  async oidc_provider_delete(ctx, { path }) {
    const { silo } = await assertMayConnect(ctx, path.silo)
    const row = ctx.subject(await findProvider(ctx, silo, path.provider), { silo_id: silo.id })
    // sessions and tokens that come from it go with the row
    await ctx.db.deleteFrom('oidc_provider').where('id', '=', row.id).execute()
  },

  oidc_discovery_fetch: {
    async outside(ctx, { path, body }) {
      await assertMayConnect(ctx, path.silo)
      return discover(oidcOf(ctx), body.issuer)
    },
  },
} satisfies Handlers<Management>

export function oidcOf({ host }: Pick<Ctx, 'host'>): Oidc {
  if (!host.oidc) throw invalidRequest('single sign-on needs a server; this one runs in your browser')
  return host.oidc
}

const shown = <Row extends Pick<OidcProviderRow, 'client_secret'>>(row: Row) => ({
  ...row,
  has_client_secret: row.client_secret !== null,
})

const providers = (ctx: Ctx, { id }: SiloRow) =>
  ctx.db.selectFrom('oidc_provider').selectAll().where('silo_id', '=', id)

async function findProvider(ctx: Ctx, silo: SiloRow, selector: string): Promise<OidcProviderRow> {
  const row = await providers(ctx, silo)
    .where(isUuid(selector) ? 'id' : 'name', '=', selector)
    .executeTakeFirst()
  if (!row) throw notFound(LABEL, selector)
  return row
}

/** Finds mistakes that would otherwise surface only at the first login. */
function checkOurSide({ redirect_uri }: Pick<z.output<typeof OidcProviderCreate>, 'redirect_uri'>): void {
  if (!URL.canParse(redirect_uri) || !/^https?:$/.test(new URL(redirect_uri).protocol))
    throw invalidValue('redirect_uri', 'it must be an address that begins with http:// or https://')
}

/** One text for every failure: a silo administrator could otherwise find out what listens inside the operator's network. */
async function discover(oidc: Oidc, issuer: string): Promise<OidcDiscovery> {
  const found = await oidc.discover(issuer)
  if (!found) throw invalidValue('issuer', 'it did not return the configuration of an OpenID Connect provider')
  return found
}

const sealFor =
  ({ host }: Ctx, id: string) =>
  (column: 'client_secret' | 'request_key', secret: string) =>
    sealProviderSecret(host.sealer, 'oidc_provider', column, id, secret)

/** A stored secret is never sent to another issuer than the one it was given for. */
async function secretFor(ctx: Ctx, before: OidcProviderRow, given: string | null | undefined, issuer: string) {
  if (given) return sealFor(ctx, before.id)('client_secret', given)
  return given === undefined && issuer === before.issuer ? before.client_secret : null
}

/** With its secrets in plain text. */
export const withSecrets = (sealer: Sealer, row: OidcProviderRow): Promise<OidcProviderRow> =>
  openProvider(sealer, 'oidc_provider', row, ['client_secret', 'request_key'])
