// A silo's usage and quota, for its members, and for operators across all silos.
import type { utilization as operations } from '#contract/utilization.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { assertFleet } from '../frame/fleet.ts'
import { page } from '../frame/page.ts'
import { findSilo } from '../frame/find-silo.ts'

const silos = (ctx: Ctx) =>
  ctx.db
    .selectFrom('silo')
    .innerJoin('silo_quota', 'silo_quota.silo_id', 'silo.id')
    .innerJoin('silo_usage', 'silo_usage.silo_id', 'silo.id')
    .select(['silo.id', 'silo.name', 'silo_quota.cpus', 'silo_quota.memory', 'silo_quota.storage'])
    .select(['silo_usage.cpus as used_cpus', 'silo_usage.memory as used_memory', 'silo_usage.storage as used_storage'])

type Row = Awaited<ReturnType<ReturnType<typeof silos>['executeTakeFirstOrThrow']>>

const countsOf = (row: Row) => ({
  provisioned: { cpus: row.used_cpus, memory: row.used_memory, storage: row.used_storage },
  allocated: { cpus: row.cpus, memory: row.memory, storage: row.storage },
})
const wire = (row: Row) => ({ silo_id: row.id, silo_name: row.name, ...countsOf(row) })
const of = (ctx: Ctx, id: string) => silos(ctx).where('silo.id', '=', id).executeTakeFirstOrThrow()

export const utilization = {
  async utilization_view(ctx) {
    const { provisioned, allocated } = countsOf(await of(ctx, actorOf(ctx).silo_id))
    return { provisioned, capacity: allocated }
  },

  async silo_utilization_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const worthShowing = silos(ctx).where((is) =>
      is.or([
        is('silo.discoverable', '=', true),
        is('silo_quota.cpus', '<>', 0),
        is('silo_quota.memory', '<>', 0),
        is('silo_quota.storage', '<>', 0),
      ]),
    )
    const { items, next_page } = await page(query, worthShowing, 'silo')
    return { items: items.map(wire), next_page }
  },

  async silo_utilization_view(ctx, { path }) {
    return wire(await of(ctx, (await findSilo(ctx, path.silo, 'read')).id))
  },
} satisfies Handlers<keyof typeof operations>
