// The disks of running guests in a backup: copies of one moment, which the running server makes. What it cannot copy is left out, with the
// reason.
import { readdir, stat } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  attachedDisks,
  endCopies,
  isServed,
  renewCopies,
  requestCopies,
  silentCopies,
  type AttachedDisk,
  type CopyParts,
} from '#control/storage/disk-copies.ts'
import { availableIn } from '#drivers/files/free-space.ts'

const LOOK_AGAIN_MS = 500
/** A server that was restarted goes on with the copies. */
const PATIENCE_MS = 60_000
/** Longer than the storage loop waits between two attempts. */
const STALL_MS = 15 * 60_000
const BLOCK_BYTES = 512
const UUID_LENGTH = 36

export interface LeftOut {
  id: string
  name: string
  instance: string
  reason: string
}

export const leftOutText = ({ name, instance, reason }: LeftOut) =>
  `Disk ${name} of ${instance} was left out: ${reason}`

export interface Guests {
  /** The copies to take instead, by the IDs of the disks. */
  copies: ReadonlyMap<string, string>
  leftOut: readonly LeftOut[]
  /** Disks that are taken as they are, although a guest may have written to them meanwhile. */
  touched(): Promise<AttachedDisk[]>
  /** Removes the copies. */
  release(): Promise<void>
}

/** Files of volumes, also of those that are being made, have names that begin with the ID. */
export const idIn = (name: string) => name.slice(0, UUID_LENGTH)

export async function copyGuests(parts: CopyParts, data: string): Promise<Guests> {
  const before = await attachedDisks(parts.db.read)
  const running = before.filter(({ isRunning }) => isRunning)
  const isThere = running.length > 0 && (await isServed(parts))
  // simulated machines write nothing without a server
  const written = isThere || isReal(data) ? running : []
  const backup_id = parts.random.uuid()
  const [fit, full] = isThere ? await fitting(written, data) : [[], []]
  const copies = await requestCopies(parts, backup_id, fit)
  try {
    const failures =
      fit.length > 0 ? await settled(parts, backup_id, [...copies.values()], data) : new Map<string, string>()
    const reasonOf = ({ id }: AttachedDisk): string | undefined => failures.get(copies.get(id)!)
    const done = fit.filter((disk) => reasonOf(disk) === undefined)
    const why = (reason: string) => (disk: AttachedDisk) => leftOut(disk, reason)
    const leaving = [
      ...full.map(why('there is no room for a copy')),
      ...fit.filter((disk) => !done.includes(disk)).map((disk) => leftOut(disk, reasonOf(disk)!)),
      ...(isThere ? [] : written.map(why('no server is running that could copy it'))),
    ]
    const known = new Map(before.map((disk) => [disk.id, sign(disk)]))
    const settledIds = new Set([...done, ...leaving].map(({ id }) => id))
    return {
      copies: new Map(done.map(({ id }) => [id, copies.get(id)!])),
      leftOut: leaving,
      async touched() {
        if (!isThere && !isReal(data)) return []
        const now = (await attachedDisks(parts.db.read)).filter(({ id }) => !settledIds.has(id))
        return now.filter((disk) => disk.isRunning || known.get(disk.id) !== sign(disk))
      },
      release: () => endCopies(parts, backup_id),
    }
  } catch (error) {
    await endCopies(parts, backup_id)
    throw error
  }
}

const leftOut = ({ id, name, instance_name: instance }: AttachedDisk, reason: string): LeftOut => ({
  id,
  name,
  instance,
  reason,
})

const sign = ({ instance_id, generation }: AttachedDisk) => `${instance_id} ${generation}`

/** Whether guests run without a server. */
function isReal(data: string): boolean {
  const file = join(data, 'rack')
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('libvirt')
}

/** All disks of an instance, or none. */
async function fitting(disks: readonly AttachedDisk[], data: string): Promise<[AttachedDisk[], AttachedDisk[]]> {
  const [fit, full]: [AttachedDisk[], AttachedDisk[]] = [[], []]
  let room = await availableIn(data)
  for (const id of new Set(disks.map(({ instance_id }) => instance_id))) {
    const own = disks.filter(({ instance_id }) => instance_id === id)
    const taken = await Promise.all(own.map((disk) => takenBy(disk, data)))
    const need = taken.reduce((sum, bytes) => sum + bytes, 0)
    if (need > room) full.push(...own)
    else {
      fit.push(...own)
      room -= need
    }
  }
  return [fit, full]
}

const takenBy = ({ id, size }: AttachedDisk, data: string) =>
  stat(join(data, 'disks', `${id}.blocks`)).then(
    ({ blocks }) => blocks * BLOCK_BYTES,
    () => size,
  )

/** Waits as long as something makes the copies. Returns why there is none, for each that failed. */
async function settled(parts: CopyParts, backup_id: string, ids: string[], data: string): Promise<Map<string, string>> {
  let lastServed = parts.clock.now().getTime()
  let [lastProgress, fewest, most] = [lastServed, Infinity, 0]
  for (;;) {
    const states = await renewCopies(parts, backup_id)
    const silent = await silentCopies(parts.db.read, backup_id)
    const making = ids.filter((id) => states.get(id) === 'making' && !silent.has(id)).length
    const written = await writtenFor(ids, data)
    const now = parts.clock.now().getTime()
    if (await isServed(parts)) lastServed = now
    // attempts that begin again and again are no progress
    if (making < fewest || written > most) lastProgress = now
    ;[fewest, most] = [Math.min(fewest, making), Math.max(most, written)]
    const isOver = making === 0 || now - lastServed > PATIENCE_MS
    if (isOver || now - lastProgress > STALL_MS) {
      const reason = isOver ? 'the server has stopped' : 'its copy made no progress for 15 minutes'
      const failed = ids.filter((id) => states.get(id) !== 'ready')
      return new Map(failed.map((id) => [id, failureOf(states.get(id), silent.has(id)) ?? reason]))
    }
    await parts.clock.sleep(LOOK_AGAIN_MS)
  }
}

function failureOf(state: string | undefined, isSilent: boolean): string | undefined {
  if (state === 'faulted') return 'it could not be copied'
  return isSilent ? 'its host does not answer' : undefined
}

/** Blocks of the files of copies, also of those under way. */
async function writtenFor(ids: readonly string[], data: string): Promise<number> {
  const [folder, known] = [join(data, 'disks'), new Set(ids)]
  const names = (await readdir(folder)).filter((name) => known.has(idIn(name)))
  const written = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ blocks }) => blocks,
        () => 0,
      ),
    ),
  )
  return written.reduce((sum, blocks) => sum + blocks, 0)
}
