// The overview pages' data in one response, limited to what the caller can read.
import { sql } from 'kysely'
import type { overview as operations } from '#contract/overview.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { page, type Page, type PageQuery } from '../frame/page.ts'
import { FLEET_ID } from '../frame/authz.ts'
import { assertFleet } from '../frame/fleet.ts'
import { readableProjects } from '../frame/readable-projects.ts'
import { issuesOf } from './issue/issue.ts'
import { BUILT_IN_SILOS } from '#contract/built-in-silos.ts'
import { countsOf, countStates } from './instance-counts.ts'
import { fleetLevel } from '../frame/usage.ts'
import { usageTrend } from './usage-trend.ts'

/** Lower than for a plain list, because every row runs counts. */
const MAX_ROWS = 200
const MAX_ISSUES = 5

export const overview = {
  async overview_view(ctx, { query }) {
    const actor = actorOf(ctx)
    const { silo_id } = actor
    const projects = readableProjects(actor)
    const rows = ctx.db
      .selectFrom('project')
      .select(['project.id', 'project.name'])
      .select((is) => countsOf(is, 'project'))
      .where('project.silo_id', '=', silo_id)
      .$if(projects !== undefined, (q) => q.where('project.id', 'in', projects!))
    return {
      instances: await countStates(ctx.db, { silo_id, ...(projects && { projects }) }),
      usage: await siloUsage(ctx, silo_id),
      // exclude an operator's other silos
      attention: await attention({ ...ctx, actor: { ...actor, fleet: undefined } }),
      projects: projects?.length === 0 ? NO_ROWS : numbers(await page(bounded(query), rows, 'project')),
    }
  },

  async system_overview_view(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const rows = ctx.db
      .selectFrom('silo')
      .select(['silo.id', 'silo.name'])
      .select((is) => countsOf(is, 'silo'))
      .where('silo.discoverable', '=', true)
    return {
      instances: await countStates(ctx.db, {}),
      usage: await fleetUsage(ctx),
      attention: await attention(ctx),
      rack: { kind: ctx.host.rackKind, network: ctx.host.networkKind },
      silos: numbers(await page(bounded(query), rows, 'silo')),
    }
  },
} satisfies Handlers<keyof typeof operations>

const NO_ROWS = { items: [], next_page: null }

const bounded = (query: PageQuery): PageQuery => ({ ...query, limit: Math.min(query.limit, MAX_ROWS) })

/** Some engines return counts as text. */
const numbers = ({ items, next_page }: Page<{ id: string; instances: unknown; failed: unknown }>) => ({
  items: items.map(({ id, instances, failed }) => ({ id, instances: Number(instances), failed: Number(failed) })),
  next_page,
})

async function attention(ctx: Ctx) {
  const issues = await issuesOf(ctx)
  return { count: issues.length, items: issues.slice(0, MAX_ISSUES) }
}

const amounts = ['cpus', 'memory', 'storage'] as const

async function siloUsage(ctx: Ctx, silo_id: string) {
  const [used, quota] = [
    await ctx.db.selectFrom('silo_usage').select(amounts).where('silo_id', '=', silo_id).executeTakeFirstOrThrow(),
    await ctx.db.selectFrom('silo_quota').select(amounts).where('silo_id', '=', silo_id).executeTakeFirstOrThrow(),
  ]
  return { used, quota, trend: await usageTrend(ctx, silo_id) }
}

/** Compared with the sum of all silo quotas. The built-in silos have none. */
async function fleetUsage(ctx: Ctx) {
  const quota = await ctx.db
    .selectFrom('silo_quota')
    .select(amounts.map((amount) => sql<number>`coalesce(sum(${sql.ref(amount)}), 0)`.as(amount)))
    .where(
      'silo_id',
      'not in',
      BUILT_IN_SILOS.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  const { cpus, memory, storage } = quota
  return {
    used: await fleetLevel(ctx.db),
    quota: { cpus: Number(cpus), memory: Number(memory), storage: Number(storage) },
    trend: await usageTrend(ctx, FLEET_ID),
  }
}
