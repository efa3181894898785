// Silos that are not set up yet, so that their users cannot create anything.
import { BUILT_IN_SILOS } from '#contract/built-in-silos.ts'
import { actorOf } from '../../frame/context.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

const builtIn = BUILT_IN_SILOS.map(({ id }) => id)
const resources = ['cpus', 'memory', 'storage'] as const

/** One per silo. The resource is null when there is no quota for several. */
export async function zeroQuotas(ctx: Reader): Promise<Found[]> {
  const reader = actorOf(ctx)
  const rows = await ctx.db
    .selectFrom('silo_quota')
    .innerJoin('silo', 'silo.id', 'silo_quota.silo_id')
    .select(['silo.id', 'silo.name', 'silo_quota.cpus', 'silo_quota.memory', 'silo_quota.storage'])
    .where('silo.id', 'not in', builtIn)
    .where((is) => is.or(resources.map((resource) => is(`silo_quota.${resource}`, '=', 0))))
    .$if(!isOperator(reader), (q) => q.where('silo.id', '=', reader.silo_id))
    .execute()
  return rows.map((row) => {
    const [first, ...others] = resources.filter((resource) => row[resource] === 0)
    const resource = others.length === 0 ? (first ?? null) : null
    return found({ kind: 'quota_zero', severity: 'warning', resource, silo_name: row.name, target_id: row.id })
  })
}

export async function missingPools(ctx: Reader): Promise<Found[]> {
  const reader = actorOf(ctx)
  const rows = await ctx.db
    .selectFrom('silo')
    .leftJoin('ip_pool_silo', (on) =>
      on.onRef('ip_pool_silo.silo_id', '=', 'silo.id').on('ip_pool_silo.is_default', '=', true),
    )
    .select(['silo.id', 'silo.name'])
    .where('silo.id', 'not in', builtIn)
    .where('ip_pool_silo.silo_id', 'is', null)
    .$if(!isOperator(reader), (q) => q.where('silo.id', '=', reader.silo_id))
    .execute()
  return rows.map(({ id, name }) =>
    found({ kind: 'no_default_pool', severity: 'warning', silo_name: name, target_id: id }),
  )
}
