// SAML identity providers of a silo. They can be created and turned off (saml-provider.ts), but not changed or deleted.
import type {
  identityProvider as operations,
  IdpMetadataSource,
  SamlIdentityProviderCreate,
} from '#contract/identity-provider.ts'
import { isBase64 } from '#contract/checks.ts'
import type { z } from 'zod'
import { maySilo, mayAdministerSilo } from '../../frame/authz.ts'
import { assertMayTakeOverAll } from '../fleet-grants.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { badRequest, forbidden, invalidRequest, invalidValue, isUuid, notFound } from '../../frame/errors.ts'
import { newIdentity, uniquely } from '../../frame/identity.ts'
import { page } from '../../frame/page.ts'
import type { Saml } from '../../frame/ports/single-sign-on.ts'
import { hex } from '../../frame/hex.ts'
import { findSilo, type SiloRow } from '../../frame/find-silo.ts'
import { sealProviderSecret } from './provider-secrets.ts'

export const SAML_LABEL = 'saml-identity-provider'

type Create = z.output<typeof SamlIdentityProviderCreate>

export const identityProvider = {
  async silo_identity_provider_list(ctx, { query }) {
    const silo = await findSilo(ctx, query.silo!, 'read')
    const rows = ctx.db.selectFrom('saml_identity_provider').selectAll().where('silo_id', '=', silo.id)
    const { items, next_page } = await page(query, rows, 'saml_identity_provider')
    return { items: items.map((row) => ({ ...row, provider_type: 'saml' as const })), next_page }
  },

  saml_identity_provider_create: {
    async outside(ctx, { query, body }) {
      const { silo, saml } = await assertMayConnect(ctx, query.silo)
      checkOurSide(saml, body)
      const idp_metadata = await readMetadata(saml, body.idp_metadata_source)

      return ctx.write(async (inside) => {
        const { id: silo_id } = await findSilo(inside, silo.id, 'read')
        await assertMayTakeOverAll(inside, silo)
        const { idp_metadata_source: _source, signing_keypair, ...given } = body
        const identity = newIdentity(inside, body)
        const seal = (column: 'private_key' | 'request_key', secret: string) =>
          sealProviderSecret(inside.host.sealer, 'saml_identity_provider', column, identity.id, secret)
        const row = {
          ...given,
          ...identity,
          silo_id,
          idp_metadata,
          public_cert: signing_keypair?.public_cert ?? null,
          private_key: signing_keypair && (await seal('private_key', signing_keypair.private_key)),
          request_key: await seal('request_key', hex(inside.host.random.bytes(32))),
          is_enabled: true,
        }
        await uniquely(SAML_LABEL, body.name, inside.db.insertInto('saml_identity_provider').values(row).execute())
        return inside.subject(row, { silo_id })
      })
    },
  },

  async saml_identity_provider_view(ctx, { path, query }) {
    if (isUuid(path.provider)) throw invalidRequest('when providing provider as an ID, silo should not be specified')
    const actor = actorOf(ctx)
    const silo = await findSilo(ctx, query.silo, 'read')
    const row = await ctx.db
      .selectFrom('saml_identity_provider')
      .selectAll()
      .where('silo_id', '=', silo.id)
      .where('name', '=', path.provider)
      .executeTakeFirst()
    // members without a role can list providers, but not see their settings
    const mayRead = maySilo(actor, silo.id, 'list_children') || actor.fleet !== undefined
    if (!row || !mayRead) throw notFound(SAML_LABEL, path.provider)
    return row
  },
} satisfies Handlers<keyof typeof operations>

/** The silo, for its providers. Members without a role cannot see their settings, nor that there are any. */
export async function findSiloWithProviders(ctx: Ctx, selector: string): Promise<SiloRow> {
  const silo = await findSilo(ctx, selector, 'read')
  const actor = actorOf(ctx)
  if (!maySilo(actor, silo.id, 'list_children') && actor.fleet === undefined) throw notFound('silo', selector)
  return silo
}

/** The silo, if the caller may create identity providers there, and the host's SAML implementation. */
export async function assertMayConnect(ctx: Ctx, selector: string) {
  const silo = await findSilo(ctx, selector, 'read')
  if (!mayAdministerSilo(actorOf(ctx), silo.id)) throw forbidden()
  await assertMayTakeOverAll(ctx, silo)
  if (silo.identity_mode !== 'saml_jit') throw invalidRequest('cannot create identity providers in this kind of Silo')
  const { saml } = ctx.host
  if (!saml) throw invalidRequest('single sign-on needs a server; this one runs in your browser')
  return { silo, saml }
}

/** Finds mistakes that would otherwise surface only at the first login. */
function checkOurSide(saml: Saml, { acs_url, sp_client_id, signing_keypair }: Create): void {
  if (!URL.canParse(acs_url) || !/^https?:$/.test(new URL(acs_url).protocol))
    throw invalidValue('acs_url', 'it must be an address that begins with http:// or https://')
  if (sp_client_id.trim() === '') throw invalidValue('sp_client_id', 'it may not be empty')
  const problem = signing_keypair && saml.keyPairProblem(signing_keypair)
  if (problem)
    throw badRequest(
      `unable to parse JSON body: signing_keypair.${problem.field}: ${problem.reason} at line 1 column 1`,
    )
}

export async function readMetadata(saml: Saml, source: z.output<typeof IdpMetadataSource>): Promise<string> {
  if (source.type === 'url') return fetched(saml, source.url)
  const document = decoded(source.data)
  const problem = await saml.metadataProblem(document)
  if (problem) throw invalidRequest(problem)
  return document
}

/** One text for every failure: a silo administrator could otherwise find out what listens inside the operator's network. */
async function fetched(saml: Saml, url: string): Promise<string> {
  const document = await saml.fetchMetadata(url)
  if (document === undefined || (await saml.metadataProblem(document)))
    throw invalidValue('url', 'error querying url: it did not return SAML metadata')
  return document
}

function decoded(data: string): string {
  const base64 = data.replaceAll(/[\r\n]/g, '')
  if (!isBase64(base64)) throw invalidValue('data', 'it is not base64')
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
}
