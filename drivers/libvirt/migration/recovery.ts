// Where a machine is once nobody moves it any more, as both hosts say. The rules of libvirt, which they follow from: the machine on the
// other host stays paused until all of its memory has arrived, and is ended if whoever moves it is gone before. The first host keeps its
// own one paused from then on, and never lets it go on by itself.
import type { Domain } from '../reader.ts'

/** Incoming, and not told yet to run. */
const isWaiting = ({ condition }: Domain) => /^paused \((migrating|starting up|unknown)\)|^no state/.test(condition)

export type Verdict =
  /** It runs on the other host, or has ended there: the first one forgets it. */
  | 'moved'
  /** The other host has one that may still begin to run, or be ended. */
  | 'waiting'
  /** It goes on where it was. */
  | 'stayed'
  | 'never'

/** The domains are those of the host that it leaves, and of the one that it moves to. */
export function verdictOf(id: string, from: Domain | undefined, to: Domain | undefined): Verdict {
  const hasCome = to?.record.move === id
  if (hasCome && !isWaiting(to)) return 'moved'
  if (hasCome) return 'waiting'
  if (from?.record.move !== id) return 'never'
  // it has arrived, and somebody has removed it there since
  return from.condition.startsWith('shut off (migrated)') ? 'moved' : 'stayed'
}

/** By the first host alone: the other one is off, and whatever ran there is lost. */
export function verdictAlone(id: string, from: Domain | undefined): Verdict {
  const verdict = verdictOf(id, from, undefined)
  const mayHaveMoved = from !== undefined && mustGoOn(from) && from.record.move_end === undefined
  // the other one may have been told to run: then the disks are newer than the memory here
  return verdict === 'stayed' && mayHaveMoved ? 'moved' : verdict
}

/** Paused for the switch, which did not come about. */
export const mustGoOn = ({ condition }: Domain) => /^paused \((migrating|post-copy failed|unknown)\)/.test(condition)
