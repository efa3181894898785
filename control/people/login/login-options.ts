// Which silo a visitor wants to log in to, and its login methods. Anonymous, so it names only discoverable silos and the one
// that the caller already named by host or parameter.
import type { loginOptions as operations } from '#contract/login-options.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { installationName } from '../../frame/installation-name.ts'
import type { RowOf } from '../../db/database.ts'

const MAX_SILOS = 200

type Silo = Pick<RowOf<'silo'>, 'id' | 'name' | 'identity_mode'>

export const loginOptions = {
  async login_options(ctx, { query }) {
    const site = { dns_suffix: ctx.host.suffix ?? null, installation_name: await installationName(ctx.db) }
    const byHost = await named(ctx, siloOfHost(ctx))
    if (byHost) return { silo: (await described(ctx, [byHost]))[0]!, silos: [], ...site }
    const found = await silos(ctx).where('discoverable', '=', true).orderBy('name').limit(MAX_SILOS).execute()
    const meant = (await named(ctx, query.silo)) ?? (found.length === 1 ? found[0] : undefined)
    const [silo] = meant ? await described(ctx, [meant]) : []
    return { silo: silo ?? null, silos: await described(ctx, found), ...site }
  },
} satisfies Handlers<keyof typeof operations>

const silos = (ctx: Ctx) => ctx.db.selectFrom('silo').select(['id', 'name', 'identity_mode'])

const named = async (ctx: Ctx, name: string | undefined): Promise<Silo | undefined> =>
  name === undefined ? undefined : silos(ctx).where('name', '=', name).executeTakeFirst()

/** `acme` of `acme.sys.<suffix>`. */
function siloOfHost({ host: { suffix }, request }: Ctx): string | undefined {
  const host = request.headers.get('host') ?? new URL(request.url).host
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const end = `.sys.${suffix?.toLowerCase()}`
  return suffix !== undefined && name.endsWith(end) ? name.slice(0, -end.length) : undefined
}

async function described(ctx: Ctx, rows: Silo[]) {
  const ids = rows.map(({ id }) => id)
  const named = ['silo_id', 'name'] as const
  const [saml, oidc] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([
          ctx.db
            .selectFrom('saml_identity_provider')
            .select(named)
            .where('silo_id', 'in', ids)
            .where('is_enabled', '=', true)
            .orderBy('name')
            .execute(),
          ctx.db
            .selectFrom('oidc_provider')
            .select(named)
            .where('silo_id', 'in', ids)
            .where('is_enabled', '=', true)
            .orderBy('name')
            .execute(),
        ])
  const namesIn = (id: string, providers: typeof saml) =>
    providers.filter(({ silo_id }) => silo_id === id).map(({ name }) => name)
  return rows.map(({ id, name, identity_mode }) => ({
    name,
    identity_mode,
    saml_providers: namesIn(id, saml),
    oidc_providers: namesIn(id, oidc),
  }))
}
