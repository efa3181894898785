// Metrics over time: provisioned resources of a silo, a project or the fleet, and a disk's counters.
import type { metric as operations } from '#contract/metric.ts'
import { FLEET_ID } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { findDisk } from '../storage/disk.ts'
import { assertFleet } from '../frame/fleet.ts'
import { findProject } from '../frame/lookup.ts'
import { decodeToken, pageBy, pageToken } from '../frame/page.ts'
import { diskCounters } from './disk-counters.ts'
import { gapMarks } from './sampled-periods.ts'
import type { Window } from './window.ts'
import { findSilo } from '../frame/find-silo.ts'

/** Columns of usage_sample by metric. */
export const usageColumns = {
  cpus_provisioned: 'cpus',
  ram_provisioned: 'memory',
  virtual_disk_space_provisioned: 'storage',
} as const

async function levels(ctx: Ctx, subject_id: string, name: keyof typeof usageColumns, query: Window) {
  const rows = ctx.db
    .selectFrom('usage_sample')
    .select(['time', usageColumns[name]])
    .where('subject_id', '=', subject_id)
    .where('time', '>=', query.start_time!)
    .where('time', '<', query.end_time!)
  const direction = query.order === 'descending' ? 'desc' : 'asc'
  // the token leaves out project and silo, because clients send them with every page
  const { project: _p, silo: _s, ...scan } = query as Window & { project?: unknown; silo?: unknown }
  const key = { column: 'usage_sample.time', text: (row: { time: string }) => row.time }
  const { items, next_page } = await pageBy(scan, rows, [key], direction)
  const sampled = items.map((row) => ({
    timestamp: row.time,
    datum: { type: 'i64' as const, datum: (row as unknown as Record<string, number>)[usageColumns[name]]! },
  }))
  const marks = await marksOf(ctx, subject_id, usageColumns[name], query)
  if (marks.length === 0) return { items: sampled, next_page }
  const sign = direction === 'desc' ? -1 : 1
  const all = [...sampled, ...marks]
    .sort((a, b) => sign * (Date.parse(a.timestamp) - Date.parse(b.timestamp)))
    .slice(0, query.limit)
  return { items: all, next_page: pageToken(scan, [all.at(-1)!.timestamp]) }
}

const MISSING = { type: 'missing' as const, datum: { datum_type: 'i64' as const, start_time: null } }

/** The ends of the times in which the server was off: nothing is known in between, and nothing changed. */
async function marksOf(ctx: Ctx, subject: string, column: 'cpus' | 'memory' | 'storage', query: Window) {
  const isDescending = query.order === 'descending'
  const after = query.page_token ? Date.parse(decodeToken(query.page_token).last[0] ?? '') : undefined
  const from = Math.max(Date.parse(query.start_time!), isDescending ? -Infinity : (after ?? -Infinity) + 1)
  const to = Math.min(Date.parse(query.end_time!), isDescending ? (after ?? Infinity) : Infinity) - 1
  return (await gapMarks(ctx.db, subject, from, to)).map(({ time, level }) => ({
    timestamp: time,
    datum: level ? { type: 'i64' as const, datum: level[column] } : MISSING,
  }))
}

export const metric = {
  async silo_metric(ctx, { path, query }) {
    const actor = actorOf(ctx)
    const subject = query.project ? (await findProject(ctx, query.project, 'read')).id : actor.silo_id
    return levels(ctx, subject, path.metric_name, query)
  },

  async system_metric(ctx, { path, query }) {
    assertFleet(ctx, 'viewer')
    const subject = query.silo ? (await findSilo(ctx, query.silo, 'read')).id : FLEET_ID
    return levels(ctx, subject, path.metric_name, query)
  },

  async disk_metrics_list(ctx, { path, query }) {
    const { id } = await findDisk(ctx, { disk: path.disk, project: query.project }, 'read')
    return diskCounters(ctx, id, path.metric, query)
  },
} satisfies Handlers<keyof typeof operations>
