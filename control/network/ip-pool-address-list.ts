// Which addresses of a pool are in use, and by what: instances (ephemeral and SNAT), floating IPs and probes.
import { sql } from 'kysely'
import type { ipPoolAddress as operations } from '#contract/ip-pool-address.ts'
import { mayProject } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { pageBy } from '../frame/page.ts'
import { findIpPool } from './ip-pool.ts'

const LAST_PORT = 65_535

export const ipPoolAddress = {
  async ip_pool_address_list(ctx, { path, query }) {
    const pool = await findIpPool(ctx, path.pool, 'viewer')
    const { items, next_page } = await pageBy(query, ctx.db.selectFrom(inUse(ctx, pool.id).as('held')).selectAll(), [
      { column: 'held.ip_key', text: (row) => row.ip_key },
      { column: 'held.port_key', text: (row) => row.port_key },
    ])
    return { items: await described(ctx, items), next_page }
  },
} satisfies Handlers<keyof typeof operations>

/** No two rows share both address and first port. */
const inUse = (ctx: Ctx, pool: string) =>
  ctx.db
    .selectFrom('external_ip')
    .innerJoin('instance', 'instance.id', 'external_ip.instance_id')
    .select([
      'external_ip.id',
      sql<'ephemeral' | 'floating' | 'probe' | 'snat'>`external_ip.kind`.as('kind'),
      'external_ip.ip',
      'external_ip.ip_key',
      'external_ip.first_port',
      'external_ip.last_port',
      // page tokens carry text; slices start at 0, 16384, 32768 and 49152, which sort the same as text
      sql<string>`cast(external_ip.first_port as text)`.as('port_key'),
      'external_ip.silo_id',
      'instance.project_id',
      sql<string | null>`null`.as('name'),
      sql<string | null>`instance.id`.as('instance_id'),
      'external_ip.time_created',
    ])
    .where('external_ip.ip_pool_id', '=', pool)
    .unionAll(
      ctx.db
        .selectFrom('floating_ip')
        .select([
          'id',
          sql<'floating'>`'floating'`.as('kind'),
          'ip',
          'ip_key',
          sql<number>`0`.as('first_port'),
          sql<number>`${sql.lit(LAST_PORT)}`.as('last_port'),
          sql<string>`'0'`.as('port_key'),
          'silo_id',
          'project_id',
          'name',
          'instance_id',
          'time_created',
        ])
        .where('ip_pool_id', '=', pool),
    )
    .unionAll(
      ctx.db
        .selectFrom('probe')
        .select([
          'id',
          sql<'probe'>`'probe'`.as('kind'),
          'external_ip as ip',
          'external_ip_key as ip_key',
          sql<number>`0`.as('first_port'),
          sql<number>`${sql.lit(LAST_PORT)}`.as('last_port'),
          sql<string>`'0'`.as('port_key'),
          'silo_id',
          'project_id',
          'name',
          sql<string | null>`null`.as('instance_id'),
          'time_created',
        ])
        .where('ip_pool_id', '=', pool),
    )

interface Held {
  silo_id: string
  project_id: string
  name: string | null
  instance_id: string | null
}

/** An operator sees which silo holds an address, but names only inside projects that they can read. */
async function described<Row extends Held>(ctx: Ctx, rows: Row[]) {
  const silos = await namesOf(
    ctx,
    'silo',
    rows.map(({ silo_id }) => silo_id),
  )
  const projects = await namesOf(
    ctx,
    'project',
    rows.map(({ project_id }) => project_id),
  )
  const instances = await namesOf(
    ctx,
    'instance',
    rows.flatMap(({ instance_id }) => instance_id ?? []),
  )
  return rows.map((row) => {
    const isVisible = mayProject(actorOf(ctx), { id: row.project_id, silo_id: row.silo_id }, 'read')
    return {
      ...row,
      silo_name: silos.get(row.silo_id)!,
      project_name: isVisible ? projects.get(row.project_id) : null,
      name: isVisible ? row.name : null,
      instance_name: isVisible && row.instance_id ? instances.get(row.instance_id) : null,
    }
  })
}

async function namesOf(ctx: Ctx, table: 'silo' | 'project' | 'instance', all: string[]): Promise<Map<string, string>> {
  const ids = [...new Set(all)]
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
