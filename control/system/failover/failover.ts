// Failover of sleds: its settings, how far it is, and a person's word that a host is off. reconcile/failover/failover.ts carries it out.
import { DEFAULT_FAILOVER_WAIT_SECONDS } from '#contract/limits.ts'
import type { failover as operations } from '#contract/failover.ts'
import type { Queries } from '../../db/database.ts'
import type { Handlers } from '../../frame/context.ts'
import { invalidRequest } from '../../frame/errors.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { FLEET } from '../../frame/subject.ts'
import { findSled } from '../sled.ts'
import { byImportance, type FailoverRow } from './failover-decision.ts'
import { failoverOf, markFenced, newFailover } from './failover-rows.ts'
import { failoverSettings } from './failover-settings.ts'

async function shown(db: Queries, row: FailoverRow) {
  const rows = await db
    .selectFrom('failover_instance as own')
    .innerJoin('instance', 'instance.id', 'own.instance_id')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .innerJoin('silo', 'silo.id', 'instance.silo_id')
    .select(['own.state', 'own.to_sled_id', 'own.reason', 'own.time_restarted'])
    .select(['instance.id', 'instance.name', 'instance.importance', 'instance.ncpus', 'instance.memory'])
    .select(['project.name as project_name', 'silo.name as silo_name'])
    .where('own.failover_id', '=', row.id)
    .execute()
  return {
    ...row,
    waited_seconds: Math.floor(row.waited_ms / 1000),
    instances: rows.toSorted(byImportance).map(({ id, name, importance, ...own }) => ({
      ...own,
      instance_id: id,
      instance_name: name,
      importance: importance ?? 'normal',
    })),
  }
}

export const failover = {
  async failover_settings_view(ctx) {
    assertFleet(ctx, 'viewer')
    return failoverSettings(ctx.db)
  },

  async failover_settings_update(ctx, { body }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: 'failover' }, FLEET)
    const { enabled, wait_seconds } = body
    const isDefault = wait_seconds === DEFAULT_FAILOVER_WAIT_SECONDS
    await ctx.db
      .updateTable('rack')
      .set({ failover_enabled: enabled, failover_wait_seconds: isDefault ? null : wait_seconds })
      .execute()
    ctx.poke('failover')
    return body
  },

  async sled_failover_view(ctx, { path }) {
    const sled = await findSled(ctx, path.sled_id)
    const row = await failoverOf(ctx.db, sled.id)
    return { failover: row ? await shown(ctx.db, row) : null }
  },

  async sled_confirm_off(ctx, { path }) {
    const sled = await findSled(ctx, path.sled_id, 'admin')
    ctx.subject({ id: sled.id, name: sled.serial }, FLEET)
    if (sled.state !== 'active' || sled.time_unreachable === null)
      throw invalidRequest(`sled ${sled.serial} answers, so it is not off`)
    const known = await failoverOf(ctx.db, sled.id)
    const isOpen = known !== undefined && known.state !== 'ended' && known.state !== 'returned'
    const row = isOpen ? known : await newFailover(ctx, { ...sled, time_unreachable: sled.time_unreachable })
    if (row.state !== 'fenced') await markFenced(ctx, row, 'person')
    ctx.poke('failover')
    return shown(ctx.db, (await failoverOf(ctx.db, sled.id))!)
  },
} satisfies Handlers<keyof typeof operations>
