// What placement knows: the sleds in service with what is free on each, and where the other members of an instance's groups run. An
// instance on its way to another sled counts on both.
import type { Architecture } from '#contract/architecture-names.ts'
import type { Queries } from '../../db/database.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { overcommitOf } from '../cpu-overcommit.ts'
import { fencedSleds } from './fenced-sleds.ts'

export interface Sled {
  id: string
  serial: string
  isProvisionable: boolean
  isUnreachable: boolean
  /** As many vCPUs as still fit. */
  threads: number
  memory: number
  /** Null if it runs any. */
  architectures: readonly Architecture[] | null
}

export interface Preferences {
  required: Set<string>
  forbidden: Set<string>
  preferred: Map<string, number>
}

export type Asked = Pick<InstanceRow, 'id' | 'ncpus' | 'memory'>

/** Free capacity of each sled after subtracting its instances. */
export async function freeSleds(db: Queries): Promise<Sled[]> {
  const sleds = await db
    .selectFrom('sled')
    .select([
      'id',
      'serial',
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
  const arriving = await db
    .selectFrom('instance_migration')
    .innerJoin('instance', 'instance.id', 'instance_migration.instance_id')
    .select(['instance_migration.to_sled_id as sled_id', 'instance.ncpus', 'instance.memory'])
    .where('instance_migration.time_ended', 'is', null)
    .execute()
  const overcommit = await overcommitOf(db)
  // one that was fenced may answer again, and has to be emptied first
  const fenced = new Set((await fencedSleds(db).execute()).map(({ sled_id }) => sled_id))
  const used = new Map<string | null, { ncpus: number; memory: number }>()
  for (const { sled_id, ncpus, memory } of [...taken, ...arriving]) {
    const sum = used.get(sled_id) ?? { ncpus: 0, memory: 0 }
    // some engines return sums as text
    used.set(sled_id, { ncpus: sum.ncpus + Number(ncpus), memory: sum.memory + Number(memory) })
  }
  return sleds.map((sled) => {
    const { ncpus, memory } = used.get(sled.id) ?? { ncpus: 0, memory: 0 }
    return {
      id: sled.id,
      serial: sled.serial,
      isProvisionable: sled.provision_policy === 'provisionable',
      isUnreachable: sled.time_unreachable !== null || fenced.has(sled.id),
      threads: sled.usable_hardware_threads * overcommit - ncpus,
      memory: sled.usable_physical_ram - memory,
      architectures: sled.architectures,
    }
  })
}

/** Instances that are going to be elsewhere, by their new sled. */
export type Planned = ReadonlyMap<string, string>

/** The sleds of the other members of the instance's groups. */
export async function preferencesOf(
  db: Queries,
  instanceId: string,
  planned: Planned = new Map(),
): Promise<Preferences> {
  const preferences: Preferences = { required: new Set(), forbidden: new Set(), preferred: new Map() }
  const like = (sled: string, by: number) =>
    preferences.preferred.set(sled, (preferences.preferred.get(sled) ?? 0) + by)
  for (const { sled_id, policy } of await sledsOfPeers(db, 'affinity_group', instanceId, planned)) {
    if (policy === 'fail') preferences.required.add(sled_id)
    else like(sled_id, 1)
  }
  for (const { sled_id, policy } of await sledsOfPeers(db, 'anti_affinity_group', instanceId, planned)) {
    if (policy === 'fail') preferences.forbidden.add(sled_id)
    else like(sled_id, -1)
  }
  return preferences
}

async function sledsOfPeers(
  db: Queries,
  kind: 'affinity_group' | 'anti_affinity_group',
  instanceId: string,
  planned: Planned,
) {
  // both kinds of group have the same columns; Kysely needs one name
  const table = kind as 'affinity_group'
  const rows = await db
    .selectFrom(`${table}_member as own`)
    .innerJoin(`${table} as bond`, 'bond.id', 'own.group_id')
    .innerJoin(`${table}_member as peer`, 'peer.group_id', 'bond.id')
    .innerJoin('instance', 'instance.id', 'peer.instance_id')
    .leftJoin('instance_migration', (on) =>
      on.onRef('instance_migration.instance_id', '=', 'instance.id').on('instance_migration.time_ended', 'is', null),
    )
    .select(['bond.policy', 'instance.id', 'instance.sled_id', 'instance_migration.to_sled_id'])
    .where('own.instance_id', '=', instanceId)
    .where('peer.instance_id', '!=', instanceId)
    .where('instance.sled_id', 'is not', null)
    .execute()
  return rows.flatMap(({ id, policy, sled_id, to_sled_id }) => {
    const expected = planned.get(id)
    const sleds = expected !== undefined ? [expected] : [sled_id, to_sled_id]
    return sleds.flatMap((each) => (each ? [{ policy, sled_id: each }] : []))
  })
}
