// Identity providers that sign people in less strictly than new ones would.
import { mayAdministerSilo } from '../../frame/authz.ts'
import { actorOf } from '../../frame/context.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

/** Providers from before a verified address was required, until they are saved. */
export async function unverifiedEmail(ctx: Reader): Promise<Found[]> {
  const reader = actorOf(ctx)
  if (!isOperator(reader) && !mayAdministerSilo(reader, reader.silo_id)) return []
  const rows = await ctx.db
    .selectFrom('oidc_provider')
    .innerJoin('silo', 'silo.id', 'oidc_provider.silo_id')
    .select(['oidc_provider.id', 'oidc_provider.name', 'silo.name as silo_name'])
    .where('accepts_missing_email_verified', '=', true)
    .where('is_enabled', '=', true)
    .$if(!isOperator(reader), (q) => q.where('silo.id', '=', reader.silo_id))
    .execute()
  return rows.map(({ id, name, silo_name }) =>
    found({ kind: 'email_not_verified', severity: 'warning', silo_name, target_id: id, target_name: name }),
  )
}
