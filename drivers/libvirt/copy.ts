// A copy of a disk in use, of one moment: QEMU mirrors the disk until both are the same, and then lets go of the mirror.
import type { BlockStore } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Lease } from '../lease.ts'
import type { Host } from './host.ts'
import { nameOf } from './record.ts'
import { blockStatistics, nodeOf } from './statistics.ts'

const LOOK_AGAIN_MS = 100

interface Job {
  id: string
  status: string
  error?: string
}

export interface CopyOptions {
  host: Host
  volumes: BlockStore
  clock: Clock
  machine_id: string
  disk_id: string
  to: { id: string; size: number }
  /** Does the work while the file systems of the guest stand still, if it can let them. */
  stillness(work: () => Promise<void>): Promise<void>
}

export const partialOf = (id: string) => `${id}-copying`

/** What was begun by a server that was killed, of a machine that has ended since: nobody else would go on with it. */
export const forgetCopy = (volumes: BlockStore, id: string) => volumes.remove(partialOf(id))

/** Refuses to make the same copy twice at once, also on another server: each would begin by giving up what the other has begun. */
export function makeCopies(lease: Lease) {
  const underway = new Set<string>()
  return async (options: CopyOptions): Promise<void> => {
    const key = `${options.machine_id} ${options.to.id}`
    if (underway.has(key)) throw new DriverError('busy', `disk ${options.disk_id} is being copied`)
    underway.add(key)
    try {
      await lease.alone(`copy ${options.to.id}`, (lost) => copy(options, lost))
    } finally {
      underway.delete(key)
    }
  }
}

/** The copy is made under another name, so that the volume is there completely or not at all. */
async function copy(
  { host, volumes, clock, machine_id, disk_id, to, stillness }: CopyOptions,
  lost: AbortSignal,
): Promise<void> {
  if ((await volumes.list()).some(({ id }) => id === to.id)) return
  const ask = async (execute: string, given?: object) => {
    const question = JSON.stringify({ execute, ...(given && { arguments: given }) })
    const answer = JSON.parse(await host.virsh.run('qemu-monitor-command', nameOf(machine_id), question)) as {
      return?: unknown
      error?: { desc: string }
    }
    if (answer.error) throw new DriverError('refused', `the disk could not be copied: ${answer.error.desc}`)
    return answer.return
  }
  const device = nodeOf(await blockStatistics(host, machine_id), disk_id)
  if (device === undefined) throw new DriverError('refused', `the machine has no disk ${disk_id}`)

  const job = `copy-${to.id}`
  const findJob = async () => ((await ask('query-jobs')) as Job[]).find(({ id }) => id === job)
  const until = async (status: string) => {
    for (;;) {
      const found = await findJob()
      lost.throwIfAborted()
      if (found?.status === status) return
      if (!found || found.status === 'concluded')
        throw new DriverError('refused', `the disk could not be copied: ${found?.error ?? 'the copy has vanished'}`)
      await clock.sleep(LOOK_AGAIN_MS)
    }
  }
  const isMirroring = async () => {
    const found = await findJob().catch(() => undefined)
    return found !== undefined && found.status !== 'concluded'
  }
  const partial = partialOf(to.id)
  // the name of a node has at most 31 characters
  const target = job.slice(0, 31)
  /** Whatever was begun, by us or by a server that was killed: its mirror would go on for ever. */
  const forget = async () => {
    while (await isMirroring()) {
      lost.throwIfAborted()
      // again each time: libvirt may have been away when it was asked
      await ask('block-job-cancel', { device: job, force: true }).catch(() => undefined)
      await clock.sleep(LOOK_AGAIN_MS)
    }
    await ask('job-dismiss', { id: job }).catch(() => undefined)
    await ask('blockdev-del', { 'node-name': target }).catch(() => undefined)
    await volumes.remove(partial)
  }
  await forget()
  const { size } = (await volumes.list()).find(({ id }) => id === disk_id) ?? to
  await volumes.create(partial, size)
  const location = volumes.locate(partial, host.sled_id)
  if (location.kind !== 'file') throw new DriverError('refused', 'only disks in files can be copied')
  // without these, zeroes are written and the copy is as large as the disk
  const sparse = { discard: 'unmap', 'detect-zeroes': 'unmap' }
  const file = { driver: 'file', filename: location.path, discard: 'unmap' }
  try {
    await ask('blockdev-add', { driver: 'raw', 'node-name': target, file, ...sparse })
    const how = { sync: 'full', 'copy-mode': 'write-blocking', 'auto-dismiss': false }
    await ask('blockdev-mirror', { 'job-id': job, device, target, ...how })
    await until('ready')
    await stillness(async () => {
      // this is the moment: the mirror stays as it is now
      await ask('block-job-cancel', { device: job })
      await until('concluded')
    })
  } catch (error) {
    // what is there now may be the copy of another server
    if (!lost.aborted) await forget()
    throw error
  }
  // the copy is complete, even if the machine ends now
  await ask('job-dismiss', { id: job }).catch(() => undefined)
  await ask('blockdev-del', { 'node-name': target }).catch(() => undefined)
  await volumes.clone(partial, to.id, to.size)
  await volumes.remove(partial)
}
