// Copies of several disks in use, all of one moment: one transaction of QEMU begins a backup of each. What the guest overwrites from then
// on is copied before, so the guest stands still only while the transaction begins.
import type { BlockStore } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Lease } from '../lease.ts'
import type { DiskCopy } from '../machines.ts'
import { partialOf } from './copy.ts'
import type { Host } from './host.ts'
import { nameOf } from './record.ts'
import { blockStatistics, nodeOf } from './statistics.ts'

const LOOK_AGAIN_MS = 100

interface Job {
  id: string
  status: string
  error?: string
}

interface CopyDisksOptions {
  host: Host
  volumes: BlockStore
  clock: Clock
  machine_id: string
  copies: readonly DiskCopy[]
  /** Does the work while the file systems of the guest stand still, if it can let them. */
  stillness(work: () => Promise<void>): Promise<void>
}

/** Refuses to make the same copies twice at once, also on another server. */
export function makeDisksCopies(lease: Lease) {
  const underway = new Set<string>()
  return async (options: CopyDisksOptions): Promise<void> => {
    const keys = options.copies.map(({ to }) => `${options.machine_id} ${to.id}`)
    if (keys.some((key) => underway.has(key))) throw new DriverError('busy', 'the disks are being copied')
    for (const key of keys) underway.add(key)
    try {
      // whoever makes the same copies begins with the same one
      await lease.alone(`copy ${options.copies[0]?.to.id}`, (lost) => copyAll(options, lost))
    } finally {
      for (const key of keys) underway.delete(key)
    }
  }
}

/** The copies are made under other names, so that the volumes are there completely or not at all. */
async function copyAll(
  { host, volumes, clock, machine_id, copies, stillness }: CopyDisksOptions,
  lost: AbortSignal,
): Promise<void> {
  const ask = async (execute: string, given?: object) => {
    const question = JSON.stringify({ execute, ...(given && { arguments: given }) })
    const answer = JSON.parse(await host.virsh.run('qemu-monitor-command', nameOf(machine_id), question)) as {
      return?: unknown
      error?: { desc: string }
    }
    if (answer.error) throw new DriverError('refused', `the disks could not be copied: ${answer.error.desc}`)
    return answer.return
  }
  const findJob = async (job: string) => ((await ask('query-jobs')) as Job[]).find(({ id }) => id === job)

  const there = new Set((await volumes.list()).map(({ id }) => id))
  if (copies.every(({ to }) => there.has(to.id))) return
  // a server that was killed has left some, and the others will be of another moment
  for (const { to } of copies) if (there.has(to.id)) await volumes.remove(to.id)

  const statistics = await blockStatistics(host, machine_id)
  const sizes = new Map((await volumes.list()).map(({ id, size }) => [id, size]))
  const jobs = copies.map(({ disk_id, to }) => {
    const device = nodeOf(statistics, disk_id)
    if (device === undefined) throw new DriverError('refused', `the machine has no disk ${disk_id}`)
    const id = `copy-${to.id}`
    // the name of a node has at most 31 characters
    return { id, device, target: id.slice(0, 31), partial: partialOf(to.id), size: sizes.get(disk_id) ?? to.size, to }
  })
  /** Whatever was begun, by us or by a server that was killed. */
  const forget = async () => {
    for (const { id, target, partial } of jobs) {
      for (;;) {
        const found = await findJob(id).catch(() => undefined)
        lost.throwIfAborted()
        if (!found || found.status === 'concluded') break
        // again each time: libvirt may have been away when it was asked
        await ask('job-cancel', { id }).catch(() => undefined)
        await clock.sleep(LOOK_AGAIN_MS)
      }
      await release(id, target)
      await volumes.remove(partial)
    }
  }
  const release = async (id: string, target: string) => {
    await ask('job-dismiss', { id }).catch(() => undefined)
    await ask('blockdev-del', { 'node-name': target }).catch(() => undefined)
  }
  await forget()
  try {
    for (const { target, partial, size } of jobs) {
      await volumes.create(partial, size)
      const location = volumes.locate(partial, host.sled_id)
      if (location.kind !== 'file') throw new DriverError('refused', 'only disks in files can be copied')
      // without these, zeroes are written and the copy is as large as the disk
      const sparse = { discard: 'unmap', 'detect-zeroes': 'unmap' }
      const file = { driver: 'file', filename: location.path, discard: 'unmap' }
      await ask('blockdev-add', { driver: 'raw', 'node-name': target, file, ...sparse })
    }
    const actions = jobs.map(({ id, device, target }) => ({
      type: 'blockdev-backup',
      data: { 'job-id': id, device, target, sync: 'full', 'auto-dismiss': false },
    }))
    // this is the moment
    await stillness(async () => void (await ask('transaction', { actions })))
    for (const { id } of jobs)
      for (;;) {
        const found = await findJob(id)
        lost.throwIfAborted()
        if (!found || found.error)
          throw new DriverError('refused', `the disks could not be copied: ${found?.error ?? 'a copy has vanished'}`)
        if (found.status === 'concluded') break
        await clock.sleep(LOOK_AGAIN_MS)
      }
  } catch (error) {
    // what is there now may be the copies of another server
    if (!lost.aborted) await forget()
    throw error
  }
  for (const { id, target } of jobs) await release(id, target)
  // the copies are complete, even if the machine ends now
  for (const { partial, to } of jobs) await volumes.clone(partial, to.id, to.size)
  for (const { partial } of jobs) await volumes.remove(partial)
}
