// Metrics of this server process and of the fleet, for monitoring systems with a fleet viewer's token.
import { isBuiltIn } from '#contract/built-in-silos.ts'
import { instanceStates } from '#contract/instance-states.ts'
import { IssueKind, IssueSeverity } from '#contract/issue.ts'
import { loopTexts } from '#contract/loop-texts.ts'
import type { serverMetrics as operations } from '#contract/server-metrics.ts'
import { overcommitOf } from '../compute/cpu-overcommit.ts'
import type { Queries } from '../db/database.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { Failure } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import type { Amounts, FleetFigures } from '../frame/ports/figures.ts'
import { fleetLevel } from '../frame/usage.ts'
import { countStates } from './instance-counts.ts'
import { troublesOf } from './issue/failing.ts'
import { issuesOf } from './issue/issue.ts'

export const serverMetrics = {
  async server_metrics_view(ctx) {
    await ctx.hold((now) => assertFleet(now, 'viewer'))
    const { serverMetrics: print } = ctx.host
    if (!print) throw new Failure('ObjectNotFound', 'this host keeps no server metrics')
    const { contentType, text } = await print(await figuresOf(ctx))
    return new Response(text, { headers: { 'content-type': contentType, 'x-request-id': ctx.requestId } })
  },
} satisfies Handlers<keyof typeof operations>

async function figuresOf(ctx: Ctx): Promise<FleetFigures> {
  return {
    instances: await instancesByState(ctx.db),
    issues: await issuesByKind(ctx),
    failing: await failingLoops(ctx),
    capacity: await capacityOf(ctx.db),
    provisioned: await fleetLevel(ctx.db),
    ...(await quotasOf(ctx.db)),
  }
}

/** States and kinds without any count as zero: an alert cannot tell a missing figure from a broken scrape. */
async function instancesByState(db: Queries): Promise<FleetFigures['instances']> {
  const counts = new Map((await countStates(db, {})).map(({ state, count }) => [state, count]))
  return instanceStates.map((state) => ({ state, count: counts.get(state) ?? 0 }))
}

async function issuesByKind(ctx: Ctx): Promise<FleetFigures['issues']> {
  const issues = await issuesOf(ctx)
  return IssueKind.options.flatMap((kind) =>
    IssueSeverity.options.map((severity) => ({
      kind,
      severity,
      count: issues.filter((issue) => issue.kind === kind && issue.severity === severity).length,
    })),
  )
}

async function failingLoops(ctx: Ctx): Promise<FleetFigures['failing']> {
  const rows = await troublesOf(ctx.db)
  return Object.keys(loopTexts).map((loop) => ({ loop, count: rows.filter((row) => row.loop === loop).length }))
}

async function capacityOf(db: Queries): Promise<FleetFigures['capacity']> {
  const { cpus, memory } = await db
    .selectFrom('sled')
    .select(({ fn }) => [fn.sum('usable_hardware_threads').as('cpus'), fn.sum('usable_physical_ram').as('memory')])
    .where('policy_kind', '=', 'in_service')
    .where('provision_policy', '=', 'provisionable')
    .where('state', '=', 'active')
    .where('time_unreachable', 'is', null)
    .executeTakeFirstOrThrow()
  // some engines return sums as text, and all return null when there are no rows
  return { cpus: Number(cpus) * (await overcommitOf(db)), memory: Number(memory) }
}

const each = (figure: (amount: keyof Amounts) => number): Amounts => ({
  cpus: figure('cpus'),
  memory: figure('memory'),
  storage: figure('storage'),
})

async function quotasOf(db: Queries): Promise<Pick<FleetFigures, 'quota' | 'highestQuotaUse'>> {
  const rows = await db
    .selectFrom('silo_quota')
    .innerJoin('silo_usage', 'silo_usage.silo_id', 'silo_quota.silo_id')
    .select(['silo_quota.silo_id', 'silo_quota.cpus', 'silo_quota.memory', 'silo_quota.storage'])
    .select(['silo_usage.cpus as used_cpus', 'silo_usage.memory as used_memory', 'silo_usage.storage as used_storage'])
    .execute()
  const silos = rows.filter(({ silo_id }) => !isBuiltIn(silo_id))
  return {
    quota: each((amount) => silos.reduce((sum, silo) => sum + silo[amount], 0)),
    highestQuotaUse: each((amount) =>
      silos.reduce((highest, silo) => Math.max(highest, shareOf(silo[`used_${amount}`], silo[amount])), 0),
    ),
  }
}

/** Nothing of nothing is not a number. */
const shareOf = (used: number, quota: number) => (used === 0 ? 0 : used / quota)
