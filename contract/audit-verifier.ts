// Verifies the lines of an audit log one by one, in bounded memory. It finds out what is proven; audit-words.ts says it.
import { BEGIN_AGAIN, hashOf, isSigned, type AuditLine, type Checkpoint } from './audit-chain.ts'

export interface AuditProblem {
  number: number
  message: string
}

export interface AuditVerification {
  /** In the order in which they were found, and no more than a few. */
  problems: AuditProblem[]
  /** Entries that the chain and a signed checkpoint cover. */
  sealed: number
  /** How many of them are from before the log was sealed. What happened to them earlier is not known. */
  sealed_later: number
  /** Entries that are not sealed yet. Nothing is proven about them. */
  unsealed: number
  /** Retention removed everything up to this entry. */
  removed: { number: number; time: string } | null
  checkpoints: number
  last_checkpoint: Checkpoint | null
  /** The number of the checkpoint that the server keeps in its data directory. */
  kept: number | null
  /** Where an operator had the log begun again, the last few times. How entries changed before that is not known. */
  begun_again: { number: number; time: string; reason: string }[]
  public_key: string
}

export const MAX_PROBLEMS = 10

export interface Verifier {
  read(line: AuditLine): Promise<void>
  finish(): AuditVerification
}

export interface Compared {
  /** Checkpoints that somebody kept elsewhere. The log must still agree with them. */
  kept?: readonly Checkpoint[]
  /** The one that the server keeps in its data directory. */
  keptByServer?: Checkpoint | undefined
  /** Only what follows this checkpoint is read. */
  start?: Checkpoint | undefined
}

export function makeVerifier(publicKey: string, { kept = [], keptByServer, start }: Compared = {}): Verifier {
  const problems: AuditProblem[] = []
  const missing = new Set(kept)
  if (keptByServer) missing.add(keptByServer)
  const nameOf = (each: Checkpoint) =>
    each === keptByServer ? 'the checkpoint in the data directory' : 'the kept checkpoint'
  let previous = start?.hash ?? ''
  let lastNumber = start?.number ?? 0
  let last: Checkpoint | null = start ?? null
  const begunAgain: AuditVerification['begun_again'] = []
  let removed: AuditVerification['removed'] = null
  let [sealed, sealedLater, checkpoints] = [0, 0, 0]
  /** Since the last checkpoint. */
  let [uncovered, uncoveredLater, unsealed] = [0, 0, 0]
  let firstUnsealed = 0

  const complain = (number: number, message: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ number, message })
  }

  function compareKept(number: number, hash: string): void {
    for (const expected of missing) {
      if (expected.number !== number) continue
      missing.delete(expected)
      if (expected.hash !== hash)
        complain(number, `the log up to entry ${number} is not the one of ${nameOf(expected)}`)
    }
  }

  async function readEntry({ entry, hash }: Extract<AuditLine, { type: 'entry' }>): Promise<void> {
    const number = Number(entry.seq)
    if (number <= lastNumber) complain(number, `entry ${number} is out of order`)
    lastNumber = number
    if (hash === null) {
      if (unsealed++ === 0) firstUnsealed = number
      return
    }
    if (hash !== (await hashOf(previous, entry)))
      complain(number, `entry ${number} was changed, or an entry before it was changed, removed or added`)
    previous = hash
    uncovered++
    if (typeof entry.time_completed !== 'string') uncoveredLater++
    if (entry.operation === BEGIN_AGAIN) {
      begunAgain.push({ number, time: String(entry.time), reason: String(entry.reason) })
      if (begunAgain.length > MAX_PROBLEMS) begunAgain.shift()
    }
    compareKept(number, hash)
  }

  async function readCheckpoint(checkpoint: Checkpoint): Promise<void> {
    const { number, hash, kind, time } = checkpoint
    if (checkpoint.public_key !== publicKey)
      complain(number, `the checkpoint at ${number} was signed with another secret key`)
    else if (!(await isSigned(checkpoint))) complain(number, `the signature of the checkpoint at ${number} is wrong`)
    if (unsealed > 0) complain(firstUnsealed, `entry ${firstUnsealed} is not sealed, but a checkpoint covers it`)
    const isFirst = last === null
    if (isFirst && kind === 'removed' && uncovered === 0) {
      previous = hash
      removed = { number, time }
      compareKept(number, hash)
    } else if (hash !== previous || kind === 'removed')
      complain(number, `the log up to entry ${number} is not the one that was sealed`)
    if (checkpoint.previous !== (last?.number ?? null))
      complain(number, `a checkpoint before the one at ${number} is missing`)
    checkpoints++
    last = checkpoint
    sealed += uncovered
    sealedLater += uncoveredLater
    ;[uncovered, uncoveredLater, unsealed] = [0, 0, 0]
  }

  function checkEnd(): void {
    if (uncovered > 0)
      complain(
        lastNumber,
        `no checkpoint covers the last ${uncovered} of the sealed entries: the last ones are missing`,
      )
    for (const each of missing) {
      const { number } = each
      if (removed && number < removed.number) continue
      const end = last?.number ?? 0
      complain(
        number,
        number > end
          ? `the log ends at entry ${end}, before ${nameOf(each)} at ${number}: its end was removed`
          : `entry ${number} of ${nameOf(each)} is missing`,
      )
    }
  }

  return {
    async read(line) {
      if (line.type === 'entry') await readEntry(line)
      else if (line.type === 'checkpoint') await readCheckpoint(line)
      else if (line.type === 'problem') complain(line.number, line.message)
    },
    finish() {
      checkEnd()
      return {
        problems,
        sealed,
        sealed_later: sealedLater,
        unsealed: unsealed + uncovered,
        removed,
        checkpoints,
        last_checkpoint: last,
        kept: keptByServer?.number ?? null,
        begun_again: begunAgain,
        public_key: publicKey,
      }
    },
  }
}
