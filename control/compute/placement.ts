// Chooses a sled for an instance: it must accept new instances, have capacity, and satisfy the instance's groups. Only reads: the
// start writes the choice in the same transaction, so two instances can never take the same capacity.
import { GIB } from '#contract/limits.ts'
import type { Ctx } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { insufficientCapacity, invalidRequest } from '../frame/errors.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { ARCHITECTURE_NAMES, type Architecture } from '#contract/architecture-names.ts'
import { overcommitOf } from './cpu-overcommit.ts'
import { architectureOf, runs } from './instance-architecture.ts'

const refused = (why: string) => `Failed to place instance: ${why}`

interface Sled {
  id: string
  /** Accepts new instances and answers. */
  open: boolean
  isUnreachable: boolean
  /** As many vCPUs as still fit. */
  threads: number
  memory: number
  /** Null if it runs any. */
  architectures: readonly Architecture[] | null
}

interface Preferences {
  required: Set<string>
  forbidden: Set<string>
  preferred: Map<string, number>
}

type Asked = Pick<InstanceRow, 'id' | 'ncpus' | 'memory'>

/** `held` is what the instance holds now, which is free by the time it is placed. */
export async function place(ctx: Pick<Ctx, 'db'>, instance: Asked, held?: InstanceRow): Promise<string> {
  const all = (await freeSleds(ctx.db)).map((sled) => (held?.sled_id === sled.id ? without(sled, held) : sled))
  const architecture = await architectureOf(ctx.db, instance.id)
  const sleds = all.filter((sled) => runs(sled.architectures, architecture))
  if (architecture && all.length > 0 && sleds.length === 0)
    throw insufficientCapacity(refused(`it is made for ${ARCHITECTURE_NAMES[architecture]}, and no sled runs that`))
  const { required, forbidden, preferred } = await preferencesOf(ctx.db, instance.id)

  if (required.size > 1)
    throw invalidRequest(
      refused(`its affinity groups require ${required.size} sleds at once; stop the members that run apart`),
    )
  const [only] = required
  if (only !== undefined && forbidden.has(only))
    throw invalidRequest(refused('its affinity groups require the sled that its anti-affinity groups forbid'))

  const eligible = only === undefined ? sleds : sleds.filter((sled) => sled.id === only)
  const fitting = eligible.filter((sled) => hasRoom(sled, instance) && !forbidden.has(sled.id))
  const liking = (sled: Sled) => preferred.get(sled.id) ?? 0
  // native guests need no emulation
  const isNative = (sled: Sled) =>
    Number(architecture === null || architecture === (sled.architectures?.[0] ?? architecture))
  // the emptiest of the preferred sleds; ties are broken by id, so that a retry makes the same choice
  fitting.sort(
    (a, b) =>
      liking(b) - liking(a) ||
      isNative(b) - isNative(a) ||
      b.threads - a.threads ||
      b.memory - a.memory ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
  const best = fitting[0]
  if (best) return best.id
  throw insufficientCapacity(refused(whatIsMissing(eligible, forbidden, instance, only !== undefined)))
}

const without = (sled: Sled, { ncpus, memory }: Asked): Sled => ({
  ...sled,
  threads: sled.threads + ncpus,
  memory: sled.memory + memory,
})

const hasRoom = (sled: Sled, { ncpus, memory }: Asked) => sled.open && sled.threads >= ncpus && sled.memory >= memory

/** Free capacity of each sled after subtracting its instances. */
async function freeSleds(db: Queries): Promise<Sled[]> {
  const sleds = await db
    .selectFrom('sled')
    .select([
      'id',
      'usable_hardware_threads',
      'usable_physical_ram',
      'provision_policy',
      'time_unreachable',
      'architectures',
    ])
    .where('policy_kind', '=', 'in_service')
    .where('state', '=', 'active')
    .execute()
  const taken = await db
    .selectFrom('instance')
    .select((is) => ['sled_id', is.fn.sum<number>('ncpus').as('ncpus'), is.fn.sum<number>('memory').as('memory')])
    .where('sled_id', 'is not', null)
    .groupBy('sled_id')
    .execute()
  const overcommit = await overcommitOf(db)
  const bySled = new Map(taken.map((row) => [row.sled_id, row]))
  return sleds.map((sled) => ({
    id: sled.id,
    open: sled.provision_policy === 'provisionable' && sled.time_unreachable === null,
    isUnreachable: sled.time_unreachable !== null,
    // some engines return sums as text
    threads: sled.usable_hardware_threads * overcommit - Number(bySled.get(sled.id)?.ncpus ?? 0),
    memory: sled.usable_physical_ram - Number(bySled.get(sled.id)?.memory ?? 0),
    architectures: sled.architectures,
  }))
}

/** The sleds of the other members of the instance's groups. */
async function preferencesOf(db: Queries, instanceId: string): Promise<Preferences> {
  const preferences: Preferences = { required: new Set(), forbidden: new Set(), preferred: new Map() }
  const like = (sled: string, by: number) =>
    preferences.preferred.set(sled, (preferences.preferred.get(sled) ?? 0) + by)
  for (const { sled_id, policy } of await sledsOfPeers(db, 'affinity_group', instanceId)) {
    if (policy === 'fail') preferences.required.add(sled_id)
    else like(sled_id, 1)
  }
  for (const { sled_id, policy } of await sledsOfPeers(db, 'anti_affinity_group', instanceId)) {
    if (policy === 'fail') preferences.forbidden.add(sled_id)
    else like(sled_id, -1)
  }
  return preferences
}

async function sledsOfPeers(db: Queries, kind: 'affinity_group' | 'anti_affinity_group', instanceId: string) {
  // both kinds of group have the same columns; Kysely needs one name
  const table = kind as 'affinity_group'
  const rows = await db
    .selectFrom(`${table}_member as own`)
    .innerJoin(`${table} as bond`, 'bond.id', 'own.group_id')
    .innerJoin(`${table}_member as peer`, 'peer.group_id', 'bond.id')
    .innerJoin('instance', 'instance.id', 'peer.instance_id')
    .select(['bond.policy', 'instance.sled_id'])
    .where('own.instance_id', '=', instanceId)
    .where('peer.instance_id', '!=', instanceId)
    .where('instance.sled_id', 'is not', null)
    .execute()
  return rows.flatMap(({ policy, sled_id }) => (sled_id ? [{ policy, sled_id }] : []))
}

function whatIsMissing(sleds: Sled[], forbidden: Set<string>, instance: Asked, isBound: boolean): string {
  const wanted = `${instance.ncpus} vCPU${instance.ncpus === 1 ? '' : 's'} and ${instance.memory / GIB} GiB of memory`
  if (sleds.length === 0)
    return isBound ? 'the sled that its affinity groups require is not in service' : 'no sled is in service'
  const count = (one: string, many: string, test: (sled: Sled) => boolean) => {
    const number = sleds.filter(test).length
    return number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]
  }
  const open = (test: (sled: Sled) => boolean) => (sled: Sled) => sled.open && !forbidden.has(sled.id) && test(sled)
  const reasons = [
    ...count(
      'has too few free threads',
      'have too few free threads',
      open(({ threads }) => threads < instance.ncpus),
    ),
    ...count(
      'has too little free memory',
      'have too little free memory',
      open((s) => s.memory < instance.memory),
    ),
    ...count('takes no new instances', 'take no new instances', (sled) => !sled.open && !sled.isUnreachable),
    ...count('does not answer', 'do not answer', (sled) => sled.isUnreachable),
    ...count(
      'runs a member of its anti-affinity groups',
      'run members of its anti-affinity groups',
      (sled) => sled.open && forbidden.has(sled.id),
    ),
  ]
  const scope = isBound ? 'the sled that its affinity groups require' : `any of ${sleds.length} sleds`
  return `${wanted} do not fit on ${sleds.length === 1 && !isBound ? 'the only sled' : scope}: ${reasons.join(', ')}`
}
