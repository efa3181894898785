// Records discovered hardware in the database: when a server starts, and whenever it changes. Idempotent, and safe on several servers
// at once.
import type { Baseboard, DiskFacts, Inventory, SledFacts, SwitchFacts } from '#drivers/hardware.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { registerPorts } from './fabric/switch-port.ts'

interface Scope {
  db: Queries
  random: Host['random']
  rack_id: string
  now: string
}

type SledRow = RowOf<'sled'>
type Parts = Pick<Host, 'db' | 'clock' | 'random' | 'hardware' | 'defaultCpuOvercommit'>

const VANISHED = 'It is no longer part of the rack.'

export const registerHardware = async (host: Parts): Promise<void> =>
  recordInventory(host, await host.hardware.inventory())

/**
 * On the first start, all sleds of the rack go into service. Sleds found later stay uninitialized until an operator adds them, except
 * those that cannot run machines, such as the host of a simulated rack. A sled that vanished stays, marked as unreachable.
 */
export async function recordInventory(host: Parts, { sleds, switches }: Inventory): Promise<void> {
  await host.db.transaction(async (tx) => {
    const { id: rack_id } = await tx.selectFrom('rack').select('id').orderBy('id').executeTakeFirstOrThrow()
    const scope = { db: tx, random: host.random, rack_id, now: host.clock.now().toISOString() }
    await tx
      .updateTable('rack')
      .set({ cpu_overcommit: host.defaultCpuOvercommit })
      .where('cpu_overcommit', 'is', null)
      .execute()
    const known = await tx.selectFrom('sled').selectAll().execute()
    const isFirst = known.length === 0
    const waiting: SledFacts[] = []
    for (const facts of sleds) {
      const row = known.find((each) => isSame(each, facts) && !isBack(each, facts))
      if (row) await updateSled(scope, row, facts)
      else if (facts.role === 'member' && (isFirst || !facts.runs_machines)) await insertSled(scope, facts.id, facts)
      else waiting.push(facts)
    }
    await replaceWaiting(scope, waiting)
    for (const row of known.filter(({ state }) => state === 'active')) {
      const facts = sleds.find((each) => isSame(row, each))
      await recordReachability(host, scope, row, facts ? facts.problem : VANISHED)
    }
    for (const facts of switches) await registerSwitch(scope, facts)
  })
}

/** A host that was removed, and that somebody has added again. */
const isBack = (row: SledRow, { role }: SledFacts) =>
  role === 'spare' && row.policy_kind === 'expunged' && row.state === 'decommissioned'

type Identity = Pick<Baseboard, 'part' | 'serial'>
const isSame = (one: Identity, other: Identity) => one.part === other.part && one.serial === other.serial

async function recordReachability(host: Parts, { db, now }: Scope, row: SledRow, problem = ''): Promise<void> {
  if ((row.problem ?? '') === problem) return
  const isUnreachable = problem !== ''
  const time_unreachable = isUnreachable ? (row.time_unreachable ?? now) : null
  await db
    .updateTable('sled')
    .set({ time_unreachable, problem: problem || null })
    .where('id', '=', row.id)
    .execute()
  const subject = { id: row.id, name: row.serial, silo_id: null, project_id: null }
  await append(host, db, outcomeOf(now, 'sled', subject))
}

type NewSled = Omit<SledFacts, 'id' | 'cubby' | 'role' | 'problem' | 'architectures'> & {
  architectures?: SledFacts['architectures'] | null
}

const architecturesOf = ({ architectures }: Pick<NewSled, 'architectures'>) =>
  architectures ? [...architectures] : null

export async function insertSled({ db, random, rack_id, now }: Scope, id: string, facts: NewSled): Promise<void> {
  const { part, serial, revision, usable_hardware_threads, usable_physical_ram, disks, runs_machines } = facts
  const architectures = architecturesOf(facts)
  const provision_policy = runs_machines ? 'provisionable' : 'non_provisionable'
  const size = { usable_hardware_threads, usable_physical_ram, architectures }
  const policy = { policy_kind: 'in_service', provision_policy, state: 'active' } as const
  const row = { part, serial, revision, ...size, ...policy, time_modified: now }
  await db
    .insertInto('sled')
    .values({ id, rack_id, ...row, time_created: now })
    // it was removed, and is back
    .onConflict((there) => there.column('id').doUpdateSet({ ...row, time_unreachable: null, problem: null }))
    .execute()
  await insertDisks({ db, random, now }, id, disks)
}

const IN_USE = { policy_kind: 'in_service', state: 'active' } as const

async function insertDisks(
  { db, random, now }: Pick<Scope, 'db' | 'random' | 'now'>,
  sled_id: string,
  disks: DiskFacts[],
) {
  const rows = disks.map((disk) => ({
    ...disk,
    id: random.uuid(),
    sled_id,
    ...IN_USE,
    time_created: now,
    time_modified: now,
  }))
  // a disk that was reinserted, or moved from another sled
  const again = { sled_id, ...IN_USE, time_modified: now }
  for (const row of rows)
    await db
      .insertInto('physical_disk')
      .values(row)
      .onConflict((clash) => clash.columns(['vendor', 'model', 'serial']).doUpdateSet(again))
      .execute()
}

/** Keeps the decisions of operators. */
async function updateSled(scope: Scope, known: SledRow, facts: SledFacts): Promise<void> {
  const { db, now } = scope
  const { usable_hardware_threads, usable_physical_ram, disks, problem } = facts
  // the facts of a sled that does not answer are old
  if (problem !== undefined) return
  const architectures = architecturesOf(facts)
  if (
    known.usable_hardware_threads !== usable_hardware_threads ||
    known.usable_physical_ram !== usable_physical_ram ||
    known.architectures?.join() !== architectures?.join()
  ) {
    const changes = { usable_hardware_threads, usable_physical_ram, architectures, time_modified: now }
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
    const gone = { policy_kind: 'expunged', state: 'decommissioned', time_modified: now } as const
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
  for (const { id, disks, role: _role, runs_machines: _runs, problem: _problem, ...facts } of sleds)
    await db
      .insertInto('uninitialized_sled')
      .values({
        ...facts,
        architectures: architecturesOf(facts),
        hardware_id: id,
        plugged_disks: disks,
        rack_id,
        time_created: now,
      })
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
