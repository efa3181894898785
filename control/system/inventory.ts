// Records discovered hardware in the database when a server starts. Idempotent, and safe on several servers at once.
import type { Baseboard, DiskFacts, SledFacts, SwitchFacts } from '#drivers/hardware.ts'
import type { Queries } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { registerPorts } from './fabric/switch-port.ts'

interface Scope {
  db: Queries
  random: Host['random']
  rack_id: string
  now: string
}

/**
 * On the first start, all sleds of the rack go into service. Sleds found later stay uninitialized until an operator adds them.
 * The host itself is always in service, with its current facts.
 */
export async function registerHardware(host: Pick<Host, 'db' | 'clock' | 'random' | 'hardware'>): Promise<void> {
  const { sleds, switches } = await host.hardware.inventory()
  await host.db.transaction(async (tx) => {
    const { id: rack_id } = await tx.selectFrom('rack').select('id').orderBy('id').executeTakeFirstOrThrow()
    const scope = { db: tx, random: host.random, rack_id, now: host.clock.now().toISOString() }
    const known = await tx.selectFrom('sled').select(['id', 'part', 'serial']).execute()
    const isNew = (facts: Baseboard) => !known.some((row) => row.part === facts.part && row.serial === facts.serial)
    const isFirst = known.length === 0
    for (const facts of sleds) {
      if (facts.role === 'host') await registerHost(scope, facts)
      else if (isFirst && facts.role === 'member') await insertSled(scope, host.random.uuid(), facts, 'provisionable')
    }
    const waiting = sleds.filter((facts) => facts.role === 'spare' || (!isFirst && facts.role === 'member'))
    await replaceWaiting(scope, waiting.filter(isNew))
    for (const facts of switches) await registerSwitch(scope, facts)
  })
}

type NewSled = Omit<SledFacts, 'cubby' | 'role'>
type ProvisionPolicy = 'provisionable' | 'non_provisionable'

export async function insertSled(
  { db, random, rack_id, now }: Scope,
  id: string,
  facts: NewSled,
  provision_policy: ProvisionPolicy,
): Promise<void> {
  const { part, serial, revision, usable_hardware_threads, usable_physical_ram, disks } = facts
  const size = { usable_hardware_threads, usable_physical_ram }
  const policy = { policy_kind: 'in_service', provision_policy, state: 'active' }
  await db
    .insertInto('sled')
    .values({ id, rack_id, part, serial, revision, ...size, ...policy, time_created: now, time_modified: now })
    .execute()
  await insertDisks({ db, random, now }, id, disks)
}

async function insertDisks(
  { db, random, now }: Pick<Scope, 'db' | 'random' | 'now'>,
  sled_id: string,
  disks: DiskFacts[],
) {
  const rows = disks.map((disk) => ({
    ...disk,
    id: random.uuid(),
    sled_id,
    policy_kind: 'in_service' as const,
    state: 'active',
    time_created: now,
    time_modified: now,
  }))
  // a disk that was reinserted, or moved from another sled
  const again = { sled_id, policy_kind: 'in_service' as const, state: 'active', time_modified: now }
  for (const row of rows)
    await db
      .insertInto('physical_disk')
      .values(row)
      .onConflict((clash) => clash.columns(['vendor', 'model', 'serial']).doUpdateSet(again))
      .execute()
}

/** No driver runs machines on the host yet, so it starts as non-provisionable. Later operator decisions are kept. */
async function registerHost(scope: Scope, facts: SledFacts): Promise<void> {
  const { db, now } = scope
  const { part, serial, usable_hardware_threads, usable_physical_ram, disks } = facts
  const known = await db
    .selectFrom('sled')
    .selectAll()
    .where('part', '=', part)
    .where('serial', '=', serial)
    .executeTakeFirst()
  if (!known) return insertSled(scope, scope.random.uuid(), facts, 'non_provisionable')
  if (known.usable_hardware_threads !== usable_hardware_threads || known.usable_physical_ram !== usable_physical_ram) {
    const changes = { usable_hardware_threads, usable_physical_ram, time_modified: now }
    await db.updateTable('sled').set(changes).where('id', '=', known.id).execute()
  }
  await replaceDisks(scope, known.id, disks)
}

const keyOf = ({ vendor, model, serial }: Omit<DiskFacts, 'form_factor'>) => `${vendor}\n${model}\n${serial}`

/** Removed disks are expunged, new ones go into service, the rest stay unchanged. */
async function replaceDisks(scope: Scope, sled_id: string, disks: DiskFacts[]): Promise<void> {
  const { db, now } = scope
  const rows = await db
    .selectFrom('physical_disk')
    .selectAll()
    .where('sled_id', '=', sled_id)
    .where('policy_kind', '=', 'in_service')
    .execute()
  const present = new Set(disks.map(keyOf))
  const recorded = new Set(rows.map(keyOf))
  for (const row of rows.filter((each) => !present.has(keyOf(each)))) {
    const gone = { policy_kind: 'expunged' as const, state: 'decommissioned', time_modified: now }
    await db.updateTable('physical_disk').set(gone).where('id', '=', row.id).execute()
  }
  await insertDisks(
    scope,
    sled_id,
    disks.filter((disk) => !recorded.has(keyOf(disk))),
  )
}

/** A sled being added keeps its row, and with it the id the operator was given. */
async function replaceWaiting({ db, rack_id, now }: Scope, sleds: SledFacts[]): Promise<void> {
  await db.deleteFrom('uninitialized_sled').where('sled_id', 'is', null).execute()
  for (const { role: _, disks, ...facts } of sleds)
    await db
      .insertInto('uninitialized_sled')
      .values({ ...facts, plugged_disks: disks, rack_id, time_created: now })
      .onConflict((clash) => clash.columns(['serial', 'part']).doNothing())
      .execute()
}

async function registerSwitch(scope: Scope, facts: SwitchFacts): Promise<void> {
  const { db, random, rack_id, now } = scope
  await db
    .insertInto('switch')
    .values({ ...facts, id: random.uuid(), rack_id, time_created: now, time_modified: now })
    .onConflict((clash) => clash.columns(['part', 'serial']).doNothing())
    .execute()
  await registerPorts(scope, rack_id, facts.location)
}
