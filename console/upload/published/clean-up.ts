// Deletes the temporary disk and snapshot of an upload. It looks before each step, because a lost response leaves the state
// unknown, and it reports what it could not delete.
import { isGone, isTransient, type Ask } from '../asking.ts'
import type { Ports } from '../ports.ts'

export interface Created {
  /** names; absent when surely not created */
  disk?: string
  snapshot?: string
  /** the ID, because another user's image may have the intended name */
  image?: string
  /** its creation was requested and never answered, so it may still appear */
  unsure?: 'disk' | 'snapshot'
}

interface Cleaner {
  ask: Ask
  ports: Pick<Ports, 'wait' | 'online'>
  project: string
}

const POLL_INTERVAL_MS = 500
/** One minute for temporary states. */
const MAX_POLLS = 120
const MAX_FAILURES_IN_A_ROW = 5
/** How often something unsure must be missing before it counts as never created. */
const MIN_ABSENCES = 4

/** Returns descriptions of what is left. */
export async function cleanUp(cleaner: Cleaner, { image, snapshot, disk, unsure }: Created): Promise<string[]> {
  const left: string[] = []
  const remove = async (what: string, isUnsure: boolean, step: Step) => {
    if (!(await untilGone(cleaner, isUnsure, step))) left.push(what)
  }
  if (image) await remove('the image', false, () => removeImage(cleaner, image))
  if (snapshot) await remove(`snapshot ${snapshot}`, unsure === 'snapshot', () => removeSnapshot(cleaner, snapshot))
  if (disk) await remove(`disk ${disk}`, unsure === 'disk', () => removeDisk(cleaner, disk))
  return left
}

type Step = () => Promise<'gone' | 'wait' | 'moved'>

async function untilGone({ ports }: Cleaner, isUnsure: boolean, step: Step): Promise<boolean> {
  let failures = 0
  let absences = isUnsure ? MIN_ABSENCES : 0
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    try {
      const found = await step()
      failures = 0
      if (found === 'gone') return true
      absences = 0
      if (found === 'wait') await ports.wait(POLL_INTERVAL_MS)
    } catch (error) {
      if (isGone(error) && absences === 0) return true
      if (isGone(error)) absences -= 1
      else failures += 1
      if (failures === MAX_FAILURES_IN_A_ROW) return false
      if (isTransient(error)) await ports.online()
      await ports.wait(POLL_INTERVAL_MS * 2 ** failures)
    }
  }
  return false
}

async function removeImage({ ask }: Cleaner, image: string): Promise<'gone'> {
  await ask('image_delete', { path: { image } })
  return 'gone'
}

async function removeSnapshot({ ask, project }: Cleaner, snapshot: string): Promise<'gone' | 'wait'> {
  const at = { path: { snapshot }, query: { project } }
  if ((await ask('snapshot_view', at)).state === 'creating') return 'wait'
  await ask('snapshot_delete', at)
  return 'gone'
}

async function removeDisk({ ask, project }: Cleaner, disk: string): Promise<'gone' | 'wait' | 'moved'> {
  const at = { path: { disk }, query: { project } }
  switch ((await ask('disk_view', at)).state.state) {
    case 'importing_from_bulk_writes':
      await ask('disk_bulk_write_import_stop', at)
      return 'moved'
    case 'import_ready':
      await ask('disk_finalize_import', { ...at, body: {} })
      return 'moved'
    case 'detached':
    case 'faulted':
      await ask('disk_delete', at)
      return 'gone'
    default:
      return 'wait'
  }
}
