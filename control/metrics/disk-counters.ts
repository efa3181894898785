// A disk's counters over time, from the samples of every instance it was attached to.
import type { Wire } from '#contract/api.ts'
import type { Ctx } from '../frame/context.ts'
import { decodeToken, encodeToken, type Page } from '../frame/page.ts'
import { columnsOf, unpack } from './layout.ts'
import { Budget } from './oxql/budget.ts'
import { recalledRows } from './recall.ts'
import { segmentsOf } from './levels.ts'
import type { Window } from './window.ts'

const names = {
  flush: 'flushes',
  read: 'reads',
  read_bytes: 'bytes_read',
  write: 'writes',
  write_bytes: 'bytes_written',
} as const

type Item = Wire<'Measurement'>

export async function diskCounters(
  ctx: Ctx,
  disk_id: string,
  metric: keyof typeof names | 'activated',
  { start_time, end_time, order, limit, page_token }: Window,
): Promise<Page<Item>> {
  const isDescending = order === 'descending'
  const after = page_token ? Date.parse(decodeToken(page_token).last[0] ?? '') : Number.NaN
  const from = Date.parse(start_time!)
  const to = Date.parse(end_time!) - 1
  const range = {
    from: isDescending || Number.isNaN(after) ? from : Math.max(from, after + 1),
    to: isDescending && !Number.isNaN(after) ? Math.min(to, after - 1) : to,
  }
  const rows = await rowsOf(ctx, disk_id, { ...range, isDescending, limit })
  const column = columnsOf('virtual_disk', '', {}).filter((each) => each.metric === names[metric as keyof typeof names])
  const items = rows.map(({ sampled_at, counting_since, packed }): Item => {
    // a disk is activated once per start of its instance, which resets its counters
    const value = metric === 'activated' ? 1 : unpack(packed, column)[0]![0]!
    const start_time = new Date(counting_since).toISOString()
    return {
      timestamp: new Date(sampled_at).toISOString(),
      datum: { type: 'cumulative_i64', datum: { start_time, value } },
    }
  })
  const last = items.at(-1)
  const scan = { start_time, end_time, order }
  return { items, next_page: last ? encodeToken({ sort: undefined, scan, last: [last.timestamp] }) : null }
}

interface Range {
  from: number
  to: number
  isDescending: boolean
  limit: number
}

async function rowsOf({ db, now, host }: Ctx, disk_id: string, { from, to, isDescending, limit }: Range) {
  const sources = await db
    .selectFrom('metric_source')
    .select(['id', 'target_name', 'part', 'object_id', 'instance_id', 'source_fields', 'shape'])
    .where('target_name', '=', 'virtual_disk')
    .where('part', '=', '')
    .where('object_id', '=', disk_id)
    .execute()
  if (sources.length === 0) return []
  const recall = await host.recall?.open()
  const segments = segmentsOf({ from, to, period: undefined, now: Date.parse(now) })
  const budget = new Budget(host)
  const rows: { sampled_at: number; counting_since: number; packed: string }[] = []
  for (const segment of isDescending ? segments.toReversed() : segments) {
    if (rows.length >= limit) break
    const found = await db
      .selectFrom(segment.level.table)
      .select(['sampled_at', 'counting_since', 'packed'])
      .where(
        'source_id',
        'in',
        sources.map(({ id }) => id),
      )
      .where('sampled_at', '>=', segment.from)
      .where('sampled_at', '<=', segment.to)
      .orderBy('sampled_at', isDescending ? 'desc' : 'asc')
      .limit(limit - rows.length)
      .execute()
    const stretch = { ...segment, limit: { kind: isDescending ? ('last' as const) : ('first' as const), count: limit } }
    const past = { recall: recall!, now: Date.parse(now) }
    for (const source of recall ? sources : []) found.push(...(await recalledRows(db, past, source, stretch, budget)))
    found.sort((a, b) => (a.sampled_at - b.sampled_at) * (isDescending ? -1 : 1))
    rows.push(...found.slice(0, limit - rows.length))
  }
  return rows
}
