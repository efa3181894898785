// The checklist of a new silo. Progress is derived from existing resources. The list ends when a user connects to an instance,
// when an administrator dismisses it, or when the silo has several instances. After the first of these, it says what comes next until it
// is dismissed.
import type { firstSteps as operations } from '#contract/first-steps.ts'
import { actorOf, type Ctx, type Handlers, type Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { forbidden } from '../frame/errors.ts'
import { mayAdministerSilo } from '../frame/authz.ts'

/** A silo with this many instances does not need the list. */
const ENOUGH_INSTANCES = 2

export const firstSteps = {
  async first_steps_view(ctx) {
    const actor = actorOf(ctx)
    const { silo_id } = actor
    if (!mayAdministerSilo(actor, silo_id)) return { steps: null, is_finished: false }
    const outcome = await outcomeIn(ctx.db, silo_id)
    if (outcome) return { steps: null, is_finished: outcome === 'finished' }
    const instances = await firstInstances(ctx, silo_id)
    const steps = instances.length >= ENOUGH_INSTANCES ? null : await stepsOf(ctx, instances[0])
    return { steps, is_finished: false }
  },

  async first_steps_dismiss(ctx) {
    const actor = actorOf(ctx)
    const { silo_id, silo_name } = actor
    ctx.subject({ id: silo_id, name: silo_name }, { silo_id })
    if (!mayAdministerSilo(actor, silo_id)) throw forbidden()
    const row = { outcome: 'dismissed' as const, time_ended: ctx.now }
    await ctx.db
      .insertInto('first_steps')
      .values({ silo_id, ...row })
      .onConflict((there) => there.column('silo_id').doUpdateSet(row))
      .execute()
  },
} satisfies Handlers<keyof typeof operations>

const outcomeIn = async (db: Queries, silo_id: string) =>
  (await db.selectFrom('first_steps').select('outcome').where('silo_id', '=', silo_id).executeTakeFirst())?.outcome

/** Called when a user connects to an instance of the silo, which is the last step. */
export async function finishFirstSteps(host: Host, silo: { id: string; name: string }): Promise<void> {
  if (await outcomeIn(host.db.read, silo.id)) return
  await host.db.transaction(async (tx) => {
    const now = host.clock.now().toISOString()
    await tx
      .insertInto('first_steps')
      .values({ silo_id: silo.id, outcome: 'finished', time_ended: now })
      .onConflict((there) => there.column('silo_id').doNothing())
      .execute()
    await append(host, tx, outcomeOf(now, 'first_steps', { ...silo, silo_id: silo.id, project_id: null }))
  })
}

const firstInstances = (ctx: Ctx, silo_id: string) =>
  ctx.db
    .selectFrom('project')
    .innerJoin('instance', 'instance.project_id', 'project.id')
    .select(['instance.name', 'instance.run_state', 'project.id as project_id', 'project.name as project_name'])
    .where('project.silo_id', '=', silo_id)
    .limit(ENOUGH_INSTANCES)
    .execute()

type FirstInstance = Awaited<ReturnType<typeof firstInstances>>[number]

async function stepsOf(ctx: Ctx, instance: FirstInstance | undefined) {
  const { id, silo_id } = actorOf(ctx)
  const project = instance
    ? { id: instance.project_id, name: instance.project_name }
    : await ctx.db
        .selectFrom('project')
        .select(['id', 'name'])
        .where('silo_id', '=', silo_id)
        .orderBy('name')
        .limit(1)
        .executeTakeFirst()
  const pool = await ctx.db
    .selectFrom('ip_pool_silo')
    .innerJoin('ip_pool', 'ip_pool.id', 'ip_pool_silo.ip_pool_id')
    .leftJoin('external_network', 'external_network.id', 'ip_pool.external_network_id')
    .select(['ip_pool.name', 'external_network.name as external_network'])
    .where('ip_pool_silo.silo_id', '=', silo_id)
    .where('ip_pool_silo.is_default', '=', true)
    .executeTakeFirst()
  const key = await ctx.db.selectFrom('ssh_key').select('id').where('silo_user_id', '=', id).limit(1).execute()
  return {
    ip_pool: pool?.name ?? null,
    needs_external_network: ctx.host.can.needs_external_networks,
    external_network: pool?.external_network ?? null,
    ssh_key: key.length > 0,
    project: project?.name ?? null,
    image: (await firstImage(ctx, silo_id, project?.id)) ?? null,
    instance: instance ? { name: instance.name, run_state: instance.run_state } : null,
  }
}

/** An image that instances of the project can boot from: the silo's or the project's. */
async function firstImage(ctx: Ctx, silo_id: string, project_id: string | undefined): Promise<string | undefined> {
  const images = ctx.db.selectFrom('image').select('name').limit(1)
  const ofSilo = await images.where('silo_id', '=', silo_id).where('project_id', 'is', null).executeTakeFirst()
  if (ofSilo || !project_id) return ofSilo?.name
  return (await images.where('project_id', '=', project_id).executeTakeFirst())?.name
}
