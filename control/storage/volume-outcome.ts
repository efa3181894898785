// Updates disks, snapshots and images after volume work succeeded or failed. Each function is one transaction that decides from
// the current rows, because the work may have run twice or its owner may be deleted.
import type { Host } from '../frame/context.ts'
import type { Tx } from '../db/database.ts'
import { append, outcomeOf, type Happened } from '../frame/events.ts'
import { raiseInProject } from '../frame/raise-alert.ts'
import { isBeingCopied, type VolumeRow } from './volume.ts'

/** After this many failures the error is considered permanent. */
const MAX_ATTEMPTS = 3

/** Records that the volume exists. Returns false if it is no longer wanted. */
export function recordCreated(host: Host, id: string): Promise<boolean> {
  return host.db.transaction(async (tx) => {
    const volume = await current(tx, id)
    if (!volume) return false
    if (volume.volume_state !== 'making') return true
    const next = volume.owner === 'image' && volume.imported ? 'digest' : null
    await change(tx, id, { volume_state: 'ready', attempts: 0, task: volume.task === 'make' ? next : volume.task })
    if (volume.owner === 'disk') await advanceDisk(host, tx, id)
    if (volume.owner === 'snapshot') await endSnapshot(host, tx, volume, 'ready')
    return true
  })
}

/** Records that the volume could not be created. `hopeless` means a retry cannot succeed. */
export function recordFailure(host: Host, id: string, hopeless: boolean): Promise<void> {
  return host.db.transaction(async (tx) => {
    const volume = await current(tx, id)
    if (!volume) return
    const attempts = volume.attempts + 1
    if (!hopeless && attempts < MAX_ATTEMPTS) return change(tx, id, { attempts })
    if (volume.volume_state !== 'making') {
      // an image works without its digest
      return volume.task === 'digest' ? change(tx, id, { task: null }) : undefined
    }
    await change(tx, id, { volume_state: 'faulted', attempts, task: volume.task === 'make' ? null : volume.task })
    if (volume.owner === 'disk') await faultDisk(host, tx, id)
    if (volume.owner === 'snapshot') await endSnapshot(host, tx, volume, 'faulted')
  })
}

/** Imported data is lost, so the import can never finish. Faulted, the disk can at least be deleted. */
export function recordLost(host: Host, id: string): Promise<void> {
  return host.db.transaction(async (tx) => {
    if ((await diskOf(tx, id))?.disk_state !== 'import_ready') return
    await tx.deleteFrom('disk_import_chunk').where('disk_id', '=', id).execute()
    await faultDisk(host, tx, id)
  })
}

/** Does nothing if it was asked to grow further meanwhile. */
export function recordGrown(host: Host, id: string, size: number): Promise<void> {
  return host.db.transaction(async (tx) => {
    const volume = await current(tx, id)
    if (volume?.task !== 'grow' || volume.size !== size) return
    await change(tx, id, { task: null, attempts: 0 })
    const disk = await diskOf(tx, id)
    if (disk) await tell(host, tx, 'disk', disk)
  })
}

export function recordDigest(host: Host, id: string, value: string): Promise<void> {
  return host.db.transaction(async (tx) => {
    if ((await current(tx, id))?.task !== 'digest') return
    await change(tx, id, { task: null, attempts: 0 })
    const digest = { type: 'sha256' as const, value }
    const image = tx.updateTable('image').set({ digest }).where('id', '=', id)
    const row = await image.returningAll().executeTakeFirst()
    if (row) await tell(host, tx, 'image', row)
  })
}

export function recordRemoved(host: Host, id: string): Promise<void> {
  return host.db.transaction(async (tx) => {
    await tx.deleteFrom('volume').where('id', '=', id).where('task', '=', 'remove').execute()
  })
}

const current = (tx: Tx, id: string) => tx.selectFrom('volume').selectAll().where('id', '=', id).executeTakeFirst()

async function change(tx: Tx, id: string, set: Partial<VolumeRow>): Promise<void> {
  await tx.updateTable('volume').set(set).where('id', '=', id).execute()
}

const diskOf = (tx: Tx, id: string) => tx.selectFrom('disk').selectAll().where('id', '=', id).executeTakeFirst()

/** Moves a disk from creating to its intended state; one attached meanwhile stays attached. */
async function advanceDisk(host: Host, tx: Tx, id: string): Promise<void> {
  const disk = await diskOf(tx, id)
  if (disk?.disk_state !== 'creating') return
  await tx.updateTable('disk').set({ disk_state: disk.state_when_made }).where('id', '=', id).execute()
  await tell(host, tx, 'disk', disk)
}

/** The disk stays attached, because its instance must not start without it. */
async function faultDisk(host: Host, tx: Tx, id: string): Promise<void> {
  const disk = await diskOf(tx, id)
  if (!disk) return
  await tx.updateTable('disk').set({ disk_state: 'faulted' }).where('id', '=', id).execute()
  if (disk.instance_id) {
    const instance = tx.updateTable('instance').set({ boot_disk_id: null }).where('id', '=', disk.instance_id)
    await instance.where('boot_disk_id', '=', id).execute()
  }
  const now = host.clock.now().toISOString()
  await raiseInProject(host, tx, now, 'disk.faulted', { noun: 'disk', row: disk })
  await tell(host, tx, 'disk', disk, { outcome: 'faulted' })
}

async function endSnapshot(host: Host, tx: Tx, volume: VolumeRow, state: 'ready' | 'faulted'): Promise<void> {
  const update = tx.updateTable('snapshot').set({ state }).where('id', '=', volume.id)
  const row = await update.returningAll().executeTakeFirst()
  if (row) await tell(host, tx, 'snapshot', row, state === 'faulted' ? { outcome: state } : undefined)
  const now = host.clock.now().toISOString()
  if (row && state === 'faulted') await raiseInProject(host, tx, now, 'snapshot.faulted', { noun: 'snapshot', row })
  if (volume.source_id) await releaseDisk(host, tx, volume.source_id)
}

/** Ends a disk's maintenance once the last snapshot is copied. */
async function releaseDisk(host: Host, tx: Tx, id: string): Promise<void> {
  const disk = await diskOf(tx, id)
  const waits = disk?.disk_state === 'maintenance' || disk?.disk_state === 'finalizing'
  if (!waits || (await isBeingCopied({ db: tx }, id))) return
  await tx.updateTable('disk').set({ disk_state: 'detached' }).where('id', '=', id).execute()
  await tell(host, tx, 'disk', disk)
}

interface Told {
  id: string
  name: string
  silo_id: string
  project_id: string | null
}

async function tell(host: Host, tx: Tx, noun: string, row: Told, happened?: Happened): Promise<void> {
  await append(host, tx, outcomeOf(host.clock.now().toISOString(), noun, row, happened))
}
