// Sleds: the servers that instances run on, and those waiting to be added to the rack.
import type { sled as operations } from '#contract/sled.ts'
import type { Role } from '../frame/authz.ts'
import type { RowOf } from '../db/database.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { alreadyExists, badRequest, conflict, notFound } from '../frame/errors.ts'
import { page } from '../frame/page.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { FLEET } from '../frame/subject.ts'

type SledRow = RowOf<'sled'>

export async function findSled(ctx: Ctx, id: string, role: Role = 'viewer'): Promise<SledRow> {
  assertFleetThing(ctx, 'sled', id, role)
  const row = await ctx.db.selectFrom('sled').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('sled', id)
  return row
}

export const baseboardOf = ({ part, serial, revision }: Pick<SledRow, 'part' | 'serial' | 'revision'>) => ({
  part,
  serial,
  revision,
})

const shown = (row: SledRow) => ({
  ...row,
  baseboard: baseboardOf(row),
  policy:
    row.policy_kind === 'expunged'
      ? { kind: 'expunged' as const }
      : { kind: 'in_service' as const, provision_policy: row.provision_policy },
})

export const sled = {
  async sled_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const rows = ctx.db
      .selectFrom('sled')
      .selectAll()
      .where('policy_kind', '=', 'in_service')
      .where('state', '=', 'active')
    const { items, next_page } = await page(query, rows, 'sled')
    return { items: items.map(shown), next_page }
  },

  async sled_view(ctx, { path }) {
    return shown(await findSled(ctx, path.sled_id))
  },

  /** The whole list, although it has the shape of a page. */
  async sled_list_uninitialized(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    if (query.page_token) throw badRequest('invalid page token')
    const rows = await ctx.db.selectFrom('uninitialized_sled').selectAll().orderBy('serial').orderBy('part').execute()
    return { items: rows.map((row) => ({ ...row, baseboard: baseboardOf(row) })), next_page: null }
  },

  /** Returns the id the sled will have; reconcile/hardware.ts adds it to the rack. */
  async sled_add(ctx, { body: { part, serial } }) {
    assertFleet(ctx, 'admin')
    const rows = ctx.db.selectFrom('sled').select('id').where('part', '=', part).where('serial', '=', serial)
    const joined = await rows.where('state', '!=', 'decommissioned').executeTakeFirst()
    if (joined) throw alreadyExists('sled', `${serial} (${part}): ${joined.id}`)
    const waiting = await ctx.db
      .selectFrom('uninitialized_sled')
      .select(['sled_id', 'hardware_id'])
      .where('serial', '=', serial)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!waiting) throw notFound('sled', `${serial} (${part})`)
    const id = waiting.hardware_id
    ctx.subject({ id, name: serial }, FLEET)
    if (waiting.sled_id) return { id }
    const update = ctx.db.updateTable('uninitialized_sled').set({ sled_id: id })
    await update.where('serial', '=', serial).where('part', '=', part).execute()
    ctx.poke('hardware', 'host')
    return { id }
  },

  async sled_instance_list(ctx, { path, query }) {
    const { id } = await findSled(ctx, path.sled_id)
    const rows = ctx.db
      .selectFrom('instance')
      .innerJoin('project', 'project.id', 'instance.project_id')
      .innerJoin('silo', 'silo.id', 'instance.silo_id')
      .selectAll('instance')
      .leftJoin('instance_migration', (on) =>
        on.onRef('instance_migration.instance_id', '=', 'instance.id').on('instance_migration.time_ended', 'is', null),
      )
      .select(['project.name as project_name', 'silo.name as silo_name', 'instance_migration.id as migration_id'])
      .where('instance.sled_id', '=', id)
    const { items, next_page } = await page(query, rows, 'instance')
    return {
      items: items.map((row) => ({ state: row.run_state, active_sled_id: id, ...row })),
      next_page,
    }
  },

  async sled_set_provision_policy(ctx, { path, body }) {
    const row = await findSled(ctx, path.sled_id, 'admin')
    ctx.subject({ id: row.id, name: row.serial }, FLEET)
    if (row.policy_kind !== 'in_service')
      throw conflict(`the provision policy of sled ${row.id} cannot be changed: the sled is ${row.policy_kind}`)
    const changes = { provision_policy: body.state, time_modified: ctx.now }
    await ctx.db.updateTable('sled').set(changes).where('id', '=', row.id).execute()
    return { old_state: row.provision_policy, new_state: body.state }
  },
} satisfies Handlers<keyof typeof operations>
