// Reconciles the block store with the volume table, one volume at a time. Every operation is idempotent and may be interrupted:
// the row still says what is left to do.
import type { DiskCopy, MachineAt } from '#drivers/machines.ts'
import { blockErrorOf } from './block-error.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import type { RowOf } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { napping } from '../frame/ports/clock.ts'
import { problemOf } from '../frame/troubles.ts'
import { plugIn, unplug, type HotplugOutcome } from './hotplug.ts'
import { volumeOf, type VolumeRow } from './volume.ts'
import { recordDigest, recordFailure, recordCreated, recordGrown, recordRemoved } from './volume-outcome.ts'

/** How long a request waits for volume work, which continues after the response. */
const MAX_WAIT_MS = 10_000
/** How often work that takes long looks whether it still has to be done. */
const RECHECK_MS = 1_000

/** Why it failed, if it did, and whether to look again in a while. */
type Outcome = HotplugOutcome & { problem?: string }

const underWay = new WeakMap<Host, Map<string, Promise<Outcome>>>()

export function workUnderWay(host: Host): Map<string, Promise<Outcome>> {
  const known = underWay.get(host) ?? new Map<string, Promise<Outcome>>()
  underWay.set(host, known)
  return known
}

/** Runs a volume's pending task. Concurrent calls share one run. */
export function workOn(host: Host, id: string): Promise<Outcome> {
  const all = workUnderWay(host)
  const known = all.get(id)
  if (known) return known
  const work = perform(host, id).finally(() => all.delete(id))
  all.set(id, work)
  return work
}

/** For handlers that prefer to return the finished resource. Call it outside a transaction. Undefined if it takes longer. */
export async function settle(host: Host, id: string): Promise<Outcome | undefined> {
  const nap = new AbortController()
  const late = napping(host.clock, MAX_WAIT_MS, nap.signal).then(() => undefined)
  const outcome = await Promise.race([workOn(host, id), late])
  nap.abort()
  return outcome
}

async function perform(host: Host, id: string): Promise<Outcome> {
  let task: VolumeRow['task'] = null
  try {
    const volume = await read(host, id)
    task = volume?.task ?? null
    if (volume?.task === 'make') await whileWanted(host, volume, (signal) => make(host, volume, signal))
    if (volume?.task === 'grow') await grow(host, volume)
    if (volume?.task === 'attach') return await plugIn(host, id)
    if (volume?.task === 'detach') return await unplug(host, id)
    if (volume?.task === 'digest')
      await whileWanted(host, volume, async (signal) =>
        recordDigest(host, id, await host.volumes.digest(id, volume.imported ?? 0, signal)),
      )
    if (volume?.task === 'remove') await remove(host, volume)
    return {}
  } catch (error) {
    if (error === UNWANTED) return {}
    if (error === MOVING) return { isWaiting: true }
    const hopeless = isUnknownVolume(error)
    host.log.warn('work on a volume failed', { volume: id, error: String(error) })
    // what does not answer has not refused: the work waits for it
    if (driverErrorOf(error) !== 'host')
      await recordFailure(host, id, hopeless).catch((reason: unknown) =>
        host.log.warn('a failure could not be noted', { volume: id, error: String(reason) }),
      )
    return { problem: `${TASKS[task ?? 'make']} volume ${id}: ${problemOf(error)}` }
  }
}

const UNWANTED = new Error('the volume is to be removed')

const MOVING = new Error('the machine is on its way to another sled')

/** Aborts work that takes long when the volume is deleted meanwhile. */
async function whileWanted(host: Host, volume: VolumeRow, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const [over, unwanted] = [new AbortController(), new AbortController()]
  const watch = async () => {
    await napping(host.clock, RECHECK_MS, over.signal)
    if (over.signal.aborted) return
    // a database that does not answer says nothing about the volume
    if (await isWanted(host, volume).catch(() => true)) await watch()
    else unwanted.abort(UNWANTED)
  }
  void watch()
  await work(unwanted.signal).finally(() => over.abort())
}

/** What is being copied has to be complete first. */
async function isWanted(host: Host, { id, task }: VolumeRow): Promise<boolean> {
  return (await read(host, id))?.task === task || (task === 'make' && (await isBeingCopied(host, id)))
}

const TASKS = {
  make: 'creating',
  grow: 'growing',
  attach: 'attaching',
  detach: 'detaching',
  digest: 'reading',
  remove: 'removing',
}

async function make(host: Host, volume: VolumeRow, signal?: AbortSignal): Promise<void> {
  const { id, size, source_id } = volume
  if (source_id === null) await host.volumes.create(id, size)
  else {
    await madeSource(host, source_id)
    if (!(await copyThroughMachine(host, source_id, volume))) await host.volumes.clone(source_id, id, size, signal)
  }
  // deleted meanwhile, when there was nothing to remove yet
  if (!(await recordCreated(host, id))) await host.volumes.remove(id)
}

/** Its guest learns of it if a machine uses it. The store alone would not tell the machine. */
async function grow(host: Host, { id, size }: VolumeRow): Promise<void> {
  if (!(await throughMachine(host, id, (at) => host.machines.resizeDisk(at, id, size))))
    await host.volumes.resize(id, size)
  await recordGrown(host, id, size)
}

/**
 * A disk of a running machine is copied by the machine, because only that is a copy of one moment. Disks that a policy copies together are
 * copied together. False if no machine uses it.
 */
async function copyThroughMachine(host: Host, disk_id: string, { id, size }: VolumeRow): Promise<boolean> {
  const snapshot = host.db.read.selectFrom('snapshot').select('point_id').where('id', '=', id)
  const point = (await snapshot.executeTakeFirst())?.point_id
  if (point) return copyTogether(host, point, disk_id, () => unmadeOf(host, point))
  const copy = await host.db.read.selectFrom('disk_copy').selectAll().where('id', '=', id).executeTakeFirst()
  if (copy) return copyTogether(host, `${copy.backup_id} ${copy.instance_id}`, disk_id, () => unmadeCopies(host, copy))
  return throughMachine(host, disk_id, (at) => host.machines.copyDisk(at, disk_id, { id, size }))
}

const together = new WeakMap<Host, Map<string, Promise<boolean>>>()

/** Each volume of a moment asks for it, and one copy answers them all. */
function copyTogether(
  host: Host,
  moment: string,
  disk_id: string,
  unmade: () => Promise<DiskCopy[]>,
): Promise<boolean> {
  const all = together.get(host) ?? new Map<string, Promise<boolean>>()
  together.set(host, all)
  const known = all.get(moment)
  if (known) return known
  const work = throughMachine(host, disk_id, async (at) => {
    const copies = await unmade()
    for (const copy of copies) await madeSource(host, copy.disk_id)
    if (copies.length > 0) await host.machines.copyDisks(at, copies)
  }).finally(() => all.delete(moment))
  all.set(moment, work)
  return work
}

/** Lists the copies to make. Those recorded as made stay as they are. */
async function unmadeOf(host: Host, point_id: string): Promise<DiskCopy[]> {
  const rows = await host.db.read
    .selectFrom('snapshot')
    .innerJoin('volume', 'volume.id', 'snapshot.id')
    .select(['volume.id', 'volume.size', 'snapshot.disk_id'])
    .where('snapshot.point_id', '=', point_id)
    .where('volume.volume_state', '=', 'making')
    .orderBy('volume.id')
    .execute()
  return rows.map(({ id, size, disk_id }) => ({ disk_id, to: { id, size } }))
}

/** For a backup of the installation. */
async function unmadeCopies(host: Host, { backup_id, instance_id }: RowOf<'disk_copy'>): Promise<DiskCopy[]> {
  const rows = await host.db.read
    .selectFrom('disk_copy')
    .innerJoin('volume', 'volume.id', 'disk_copy.id')
    .select(['volume.id', 'volume.size', 'disk_copy.disk_id'])
    .where('disk_copy.backup_id', '=', backup_id)
    .where('disk_copy.instance_id', '=', instance_id)
    .where('volume.volume_state', '=', 'making')
    .orderBy('volume.id')
    .execute()
  return rows.map(({ id, size, disk_id }) => ({ disk_id, to: { id, size } }))
}

/** Lets the machine that uses a disk do the work. False if none runs. */
async function throughMachine(host: Host, disk_id: string, work: (at: MachineAt) => Promise<void>): Promise<boolean> {
  const instance = await host.db.read
    .selectFrom('disk')
    .innerJoin('instance', 'instance.id', 'disk.instance_id')
    .leftJoin('instance_migration', (on) =>
      on
        .onRef('instance_migration.instance_id', '=', 'instance.id')
        .on('instance_migration.time_begun', 'is not', null)
        .on('instance_migration.time_ended', 'is', null),
    )
    .select(['instance.id', 'instance.sled_id', 'instance_migration.id as migration_id'])
    .where('disk.id', '=', disk_id)
    .executeTakeFirst()
  if (!instance?.sled_id) return false
  // it may be on either sled, and until that is known nobody else may read the disk as if it were idle
  if (instance.migration_id) throw MOVING
  try {
    await work({ id: instance.id, sled_id: instance.sled_id })
    return true
  } catch (error) {
    const code = driverErrorOf(error)
    if (code === 'wrong_state' || code === 'unknown_machine') return false
    throw error
  }
}

/** The source may itself be in creation, even if it was deleted meanwhile, or grow. */
async function madeSource(host: Host, id: string): Promise<void> {
  const source = await read(host, id)
  if (source?.task === 'grow') await workOn(host, id)
  if (source?.volume_state !== 'making') return
  if (source.task === 'make') await workOn(host, id)
  else await make(host, source)
}

async function remove(host: Host, { id }: VolumeRow): Promise<void> {
  if (await isBeingCopied(host, id)) return
  await host.volumes.remove(id)
  await recordRemoved(host, id)
}

async function isBeingCopied(host: Host, id: string): Promise<boolean> {
  const copies = host.db.read.selectFrom('volume').select('id').where('source_id', '=', id)
  return (await copies.where('volume_state', '=', 'making').limit(1).executeTakeFirst()) !== undefined
}

const read = (host: Host, id: string) => volumeOf({ db: host.db.read }, id)

const isUnknownVolume = (error: unknown) => blockErrorOf(error) === 'unknown_volume'
