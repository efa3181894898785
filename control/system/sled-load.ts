// How loaded each sled in service is: what its instances have provisioned, in total and per project, what it is made of, whether it
// answers, and since when it is closed to new instances.
import type { sledLoad as operations } from '#contract/sled-load.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { page } from '../frame/page.ts'
import { assertFleet } from '../frame/fleet.ts'
import { overcommitOf } from '../compute/cpu-overcommit.ts'
import { hostSpace } from '../storage/host-space.ts'
import { policyTimes } from './sled-closed.ts'

export const sledLoad = {
  async sled_load_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const sleds = ctx.db
      .selectFrom('sled')
      .select(['id', 'usable_hardware_threads', 'provision_policy', 'time_unreachable', 'problem', 'architectures'])
      .where('policy_kind', '=', 'in_service')
      .where('state', '=', 'active')
    const { items, next_page } = await page(query, sleds, 'sled')
    const loads = await loadsOf(
      ctx,
      items.map(({ id }) => id),
    )
    const closed = await policyTimes(
      ctx,
      items.filter(({ provision_policy }) => provision_policy !== 'provisionable').map(({ id }) => id),
    )
    const overcommit = await overcommitOf(ctx.db)
    const space = (await hostSpace(ctx.host, ctx.db)) ?? null
    return {
      items: items.map(({ id, ...sled }) => ({
        ...total(id, loads),
        usable_cpus: sled.usable_hardware_threads * overcommit,
        host: ctx.host.hardware.describe(id) ?? null,
        // until hosts have agents, all of them are the one that the server runs on
        space,
        architectures: sled.architectures,
        unreachable: unreachableOf(sled),
        time_closed: closed.get(id) ?? null,
      })),
      next_page,
    }
  },
} satisfies Handlers<keyof typeof operations>

type Load = Awaited<ReturnType<typeof loadsOf>>[number]

/** One row per sled and project. An instance on its way to another sled counts on both. */
async function loadsOf(ctx: Ctx, sleds: string[]) {
  if (sleds.length === 0) return []
  const places = ctx.db
    .selectFrom('instance')
    .select(['id', 'sled_id'])
    .where('sled_id', 'in', sleds)
    .unionAll((is) =>
      is
        .selectFrom('instance_migration')
        .select(['instance_id as id', 'to_sled_id as sled_id'])
        .where('time_ended', 'is', null)
        .where('to_sled_id', 'in', sleds),
    )
  const rows = await ctx.db
    .selectFrom(places.as('place'))
    .innerJoin('instance', 'instance.id', 'place.id')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .innerJoin('silo', 'silo.id', 'instance.silo_id')
    .select(({ fn }) => [
      'place.sled_id',
      'silo.name as silo_name',
      'project.name as project_name',
      fn.countAll().as('instances'),
      fn.sum('instance.ncpus').as('cpus'),
      fn.sum('instance.memory').as('memory'),
    ])
    .groupBy(['place.sled_id', 'silo.name', 'project.name'])
    .orderBy('silo.name')
    .orderBy('project.name')
    .execute()
  // PostgreSQL returns counts and sums as text
  return rows.map(({ instances, cpus, memory, ...row }) => ({
    ...row,
    instances: Number(instances),
    cpus: Number(cpus),
    memory: Number(memory),
  }))
}

function unreachableOf({ time_unreachable, problem }: { time_unreachable: string | null; problem: string | null }) {
  return time_unreachable === null ? null : { since: time_unreachable, problem: problem ?? '' }
}

function total(id: string, loads: Load[]) {
  const projects = loads.filter(({ sled_id }) => sled_id === id)
  const sum = (key: 'instances' | 'cpus' | 'memory') => projects.reduce((all, project) => all + project[key], 0)
  return { id, instances: sum('instances'), cpus: sum('cpus'), memory: sum('memory'), projects }
}
