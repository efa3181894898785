// Protection policies of a project, their runs, what they cover, and the points in time that they have made.
import type { protectionPolicy as operations } from '#contract/protection-policy.ts'
import { MAX_CHOSEN, MAX_PROTECTION_POLICIES } from '#contract/protection-schedule.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import type { Queries } from '../../db/database.ts'
import { invalidRequest, invalidValue } from '../../frame/errors.ts'
import { findInstance } from '../../frame/find-instance.ts'
import { newIdentity, uniquely, updateIdentity } from '../../frame/identity.ts'
import { findProject, makeFinder } from '../../frame/lookup.ts'
import { page, pageBy, type PageQuery } from '../../frame/page.ts'
import { findSnapshot } from '../../storage/snapshot.ts'
import { type Covers, isCovered, resourcesOf } from './covered.ts'
import { findPoint, withSnapshots } from './recovery-point.ts'
import { restorePoint } from './restore-point.ts'
import { beginRun, type PolicyRow, type RunRow } from './run.ts'
import { nextRun, nextRuns, type Schedule } from './schedule.ts'

/** Runs in the calendar of a project. */
const SHOWN_RUNS = 20
const MAX_RESOURCES = 1000

export const findPolicy = makeFinder({
  table: 'protection_policy',
  label: 'protection-policy',
  param: 'policy',
  idWith: 'when providing policy as an ID, project should not be specified',
  nameWithout: 'policy should either be an ID or project should be specified',
})

export const protectionPolicy = {
  async protection_policy_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    const rows = ctx.db.selectFrom('protection_policy').selectAll().where('project_id', '=', project.id)
    const { items, next_page } = await page(query, rows, 'protection_policy')
    return { items: await withLastRuns(ctx.db, items), next_page }
  },

  async protection_policy_create(ctx, { query, body }) {
    const project = await findProject(ctx, query.project, 'create_child')
    checkCovers(body.covers)
    const others = ctx.db.selectFrom('protection_policy').select('id').where('project_id', '=', project.id)
    if ((await others.execute()).length >= MAX_PROTECTION_POLICIES)
      throw invalidRequest(`a project may have at most ${MAX_PROTECTION_POLICIES} protection policies`)
    const { schedule, keep, covers, is_enabled } = body
    const insert = ctx.db.insertInto('protection_policy').values({
      ...newIdentity(ctx, body),
      project_id: project.id,
      silo_id: project.silo_id,
      schedule,
      keep,
      covers,
      is_enabled,
      time_next: nextTime(ctx, schedule, is_enabled),
    })
    const row = await uniquely('protection-policy', body.name, insert.returningAll().executeTakeFirstOrThrow())
    return { ...ctx.subject(row), last_run: null }
  },

  async protection_policy_view(ctx, { path, query }) {
    return withLastRun(ctx.db, await findPolicy(ctx, { ...path, ...query }, 'read'))
  },

  async protection_policy_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findPolicy(ctx, { ...path, ...query }, 'modify'))
    const schedule = body.schedule ?? row.schedule
    const covers = body.covers ?? row.covers
    const is_enabled = body.is_enabled ?? row.is_enabled
    checkCovers(covers)
    // a change of something else must not skip a run that is due
    const isRescheduled = body.schedule !== null || is_enabled !== row.is_enabled
    const updated = await updateIdentity(ctx, 'protection_policy', 'protection-policy', row, body, {
      schedule,
      covers,
      keep: body.keep ?? row.keep,
      is_enabled,
      time_next: isRescheduled ? nextTime(ctx, schedule, is_enabled) : row.time_next,
    })
    return withLastRun(ctx.db, updated)
  },

  async protection_policy_delete(ctx, { path, query }) {
    const row = ctx.subject(await findPolicy(ctx, { ...path, ...query }, 'modify'))
    await ctx.db.deleteFrom('protection_policy').where('id', '=', row.id).execute()
  },

  async protection_policy_run(ctx, { path, query }) {
    const row = ctx.subject(await findPolicy(ctx, { ...path, ...query }, 'modify'))
    const running = ctx.db.selectFrom('protection_run').select('id').where('policy_id', '=', row.id)
    if (await running.where('state', '=', 'running').executeTakeFirst())
      throw invalidRequest(`protection policy "${row.name}" is running already`)
    const run = await beginRun(ctx.host, ctx.db, row, ctx.now, { cause: 'person', time_due: ctx.now })
    ctx.poke('protection')
    return run
  },

  async protection_run_list(ctx, { path, query }) {
    const { limit: _l, sort_by: _s, page_token: _p, ...at } = query
    const policy = await findPolicy(ctx, { ...path, ...at }, 'read')
    const rows = ctx.db.selectFrom('protection_run').selectAll().where('policy_id', '=', policy.id)
    return pageBy(query, rows, [{ column: 'time_due', text: (row) => row.time_due }, id], directionOf(query))
  },

  async protection_overview_view(ctx, { query }) {
    const project = await findProject(ctx, query.project, 'list_children')
    const policies = await ctx.db
      .selectFrom('protection_policy')
      .selectAll()
      .where('project_id', '=', project.id)
      .orderBy('name')
      .execute()
    const enabled = policies.filter(({ is_enabled }) => is_enabled)
    const all = await resourcesOf(ctx.db, project.id)
    const shown = all.slice(0, MAX_RESOURCES)
    const last = await lastPoints(ctx.db, project.id)
    const now = ctx.host.clock.now()
    return {
      next: enabled
        .flatMap(({ id, name, schedule }) =>
          nextRuns(schedule, now, SHOWN_RUNS).map((time) => ({
            policy_id: id,
            policy_name: name,
            time_due: time.toISOString(),
          })),
        )
        .sort((a, b) =>
          a.time_due < b.time_due ? -1 : a.time_due > b.time_due ? 1 : a.policy_name < b.policy_name ? -1 : 1,
        )
        .slice(0, SHOWN_RUNS),
      resources: shown.map((resource) => ({
        noun: resource.noun,
        id: resource.id,
        name: resource.name,
        policies: enabled.filter(({ covers }) => isCovered(covers, resource)).map(({ name }) => name),
        time_last: last.get(resource.id) ?? null,
      })),
      is_partial: shown.length < all.length,
    }
  },

  async recovery_point_list(ctx, { path, query }) {
    const { limit: _l, sort_by: _s, page_token: _p, ...at } = query
    const instance = await findInstance(ctx, { ...path, ...at }, 'read')
    const rows = ctx.db
      .selectFrom('recovery_point')
      .selectAll()
      .where('resource_id', '=', instance.id)
      // people may have deleted all its snapshots
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('snapshot').select('snapshot.id').whereRef('snapshot.point_id', '=', 'recovery_point.id')),
      )
    const { items, next_page } = await pageBy(
      query,
      rows.where('time_taken', 'is not', null),
      [{ column: 'time_created', text: (row) => row.time_created }, id],
      directionOf(query),
    )
    return { items: await withSnapshots(ctx.db, items), next_page }
  },

  async recovery_point_update(ctx, { path: { point }, body: { is_kept } }) {
    const row = await findPoint(ctx, point, 'modify')
    await ctx.db.updateTable('recovery_point').set({ is_kept }).where('id', '=', row.id).execute()
    return (await withSnapshots(ctx.db, [{ ...row, is_kept }]))[0]!
  },

  ...restorePoint,

  async snapshot_origin_view(ctx, { path, query }) {
    const { point_id } = await findSnapshot(ctx, { ...path, ...query }, 'read')
    const rows = ctx.db.selectFrom('recovery_point').selectAll()
    const row = await rows.where('id', '=', point_id ?? '').executeTakeFirst()
    return { point: (await withSnapshots(ctx.db, row ? [row] : []))[0] ?? null }
  },
} satisfies Handlers<keyof typeof operations>

function checkCovers(covers: Covers) {
  if (covers.kind !== 'chosen') return
  if (covers.instances.length > MAX_CHOSEN || covers.disks.length > MAX_CHOSEN)
    throw invalidValue('covers', `a policy may name at most ${MAX_CHOSEN} instances and ${MAX_CHOSEN} disks`)
  if (covers.instances.length + covers.disks.length === 0)
    throw invalidValue('covers', 'a policy must name at least one instance or disk')
}

const nextTime = (ctx: Pick<Ctx, 'host'>, schedule: Schedule, isEnabled: boolean) =>
  isEnabled ? nextRun(schedule, ctx.host.clock.now()).toISOString() : null

export const withLastRun = async (db: Queries, policy: PolicyRow) => (await withLastRuns(db, [policy]))[0]!

async function withLastRuns(db: Queries, policies: readonly PolicyRow[]) {
  const shown: (PolicyRow & { last_run: RunRow | null })[] = []
  for (const policy of policies) {
    const runs = db.selectFrom('protection_run').selectAll().where('policy_id', '=', policy.id)
    const last = await runs.orderBy('time_due', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
    shown.push({ ...policy, last_run: last ?? null })
  }
  return shown
}

/** By resource. */
async function lastPoints(db: Queries, project_id: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('recovery_point')
    .select((is) => ['resource_id', is.fn.max('time_created').as('time')])
    .where('project_id', '=', project_id)
    .where('time_taken', 'is not', null)
    // not of an instance that went back
    .whereRef('policy_id', '!=', 'run_id')
    .groupBy('resource_id')
    .execute()
  return new Map(rows.map(({ resource_id, time }) => [resource_id, time]))
}

const directionOf = ({ sort_by }: PageQuery) => (sort_by === 'time_and_id_descending' ? 'desc' : 'asc')
const id = { column: 'id', text: (row: { id: string }) => row.id }
