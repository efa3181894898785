// Taking away what an upload has made for itself. It looks before each move, for nobody knows how far things came when an
// answer was lost, and it says what it could not take away.
import { isGone, isTransient, type Ask } from './asking.ts'
import type { Ports } from './ports.ts'

export interface Made {
  /** names; left out when it was surely not made */
  disk?: string
  snapshot?: string
  /** the id: another's image may have the name that ours was to have */
  image?: string
  /** its making was asked for and never answered: it may still be on its way when it is not there yet */
  unsure?: 'disk' | 'snapshot'
}

interface Cleaner {
  ask: Ask
  ports: Pick<Ports, 'wait' | 'online'>
  project: string
}

const STEP = 500
/** A minute for what passes by itself; so many faults in a row for what does not. */
const MOST_LOOKS = 120
const MOST_FAULTS = 5
/** So often it must be found missing before it counts as never made. */
const LATE_LOOKS = 4

/** What is still there, in words. */
export async function cleanUp(cleaner: Cleaner, { image, snapshot, disk, unsure }: Made): Promise<string[]> {
  const left: string[] = []
  const remove = async (what: string, isUnsure: boolean, look: Look) => {
    if (!(await untilGone(cleaner, isUnsure, look))) left.push(what)
  }
  if (image) await remove('the image', false, () => lookAtImage(cleaner, image))
  if (snapshot) await remove(`snapshot ${snapshot}`, unsure === 'snapshot', () => lookAtSnapshot(cleaner, snapshot))
  if (disk) await remove(`disk ${disk}`, unsure === 'disk', () => lookAtDisk(cleaner, disk))
  return left
}

type Look = () => Promise<'gone' | 'wait' | 'moved'>

async function untilGone({ ports }: Cleaner, isUnsure: boolean, look: Look): Promise<boolean> {
  let faults = 0
  let absences = isUnsure ? LATE_LOOKS : 0
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    try {
      const found = await look()
      faults = 0
      if (found === 'gone') return true
      absences = 0
      if (found === 'wait') await ports.wait(STEP)
    } catch (error) {
      if (isGone(error) && absences === 0) return true
      if (isGone(error)) absences -= 1
      else faults += 1
      if (faults === MOST_FAULTS) return false
      if (isTransient(error)) await ports.online()
      await ports.wait(STEP * 2 ** faults)
    }
  }
  return false
}

async function lookAtImage({ ask }: Cleaner, image: string): Promise<'gone'> {
  await ask('image_delete', { path: { image } })
  return 'gone'
}

async function lookAtSnapshot({ ask, project }: Cleaner, snapshot: string): Promise<'gone' | 'wait'> {
  const at = { path: { snapshot }, query: { project } }
  if ((await ask('snapshot_view', at)).state === 'creating') return 'wait'
  await ask('snapshot_delete', at)
  return 'gone'
}

async function lookAtDisk({ ask, project }: Cleaner, disk: string): Promise<'gone' | 'wait' | 'moved'> {
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
