// Whether the audit log in the database can be continued: its last checkpoint is ours, and the log continues the checkpoint that is
// kept outside of the database. Otherwise whoever deletes checkpoints and hashes would have a forged log sealed anew.
import { isSigned, type Checkpoint } from '#contract/audit-chain.ts'
import { makeVerifier, type AuditProblem } from '#contract/audit-verifier.ts'
import type { Queries } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { UnreadableCheckpoint } from '../frame/ports/checkpoint.ts'
import { lastCheckpoint } from './entries.ts'
import { auditLines, stablePart } from './lines.ts'
import { signerOf } from './signer.ts'

export type ContinuityHost = Pick<Host, 'db' | 'sealer' | 'checkpointKeeper'>

export interface Continuity {
  /** Why nothing may be sealed on top of this log. */
  problem: AuditProblem | undefined
  /** The last checkpoint in the database. */
  last: Checkpoint | undefined
  /** The one outside of it. */
  kept: Checkpoint | undefined
}

/** Retention replaces a checkpoint by another one of the same entry. */
export const isSame = (one: Checkpoint | undefined, other: Checkpoint | undefined) =>
  one?.number === other?.number && one?.hash === other?.hash

const isOurs = async (checkpoint: Checkpoint, publicKey: string) =>
  checkpoint.public_key === publicKey && (await isSigned(checkpoint))

export const isOwn = async ({ sealer }: Pick<Host, 'sealer'>, checkpoint: Checkpoint) =>
  isOurs(checkpoint, (await signerOf(sealer)).publicKey)

/** The kept checkpoint, or why there is none to compare with. */
export async function readKept(
  host: ContinuityHost,
): Promise<{ kept?: Checkpoint | undefined; problem?: AuditProblem }> {
  try {
    const kept = await host.checkpointKeeper?.read()
    if (!kept || (await isOwn(host, kept))) return { kept }
    const message = 'the checkpoint in the data directory was not signed with our secret key'
    return { problem: { number: kept.number, message } }
  } catch (error) {
    if (!(error instanceof UnreadableCheckpoint)) throw error
    return { problem: { number: 0, message: error.message } }
  }
}

export async function checkContinuity(host: ContinuityHost): Promise<Continuity> {
  const { publicKey } = await signerOf(host.sealer)
  // before the rows: a checkpoint is kept once it is committed, so the rows are never older
  const { kept, problem } = await readKept(host)
  return host.db.snapshot(async (view) => {
    const last = await lastCheckpoint(view)
    const found =
      (await problemOf(view, last, publicKey)) ?? problem ?? (kept && (await difference(view, kept, last, publicKey)))
    return { last, kept, problem: found }
  })
}

/** Checks the end of the log alone. */
async function problemOf(
  view: Queries,
  last: Checkpoint | undefined,
  publicKey: string,
): Promise<AuditProblem | undefined> {
  if (last && !(await isOurs(last, publicKey)))
    // a checkpoint on top of it would vouch for entries that we did not seal
    return { number: last.number, message: 'its last checkpoint was not signed with our secret key' }
  const { lastCheckpoint: end, lastSealed } = await stablePart(view)
  // sealing it again would hide that its checkpoint was removed
  if (lastSealed > end) return { number: lastSealed, message: 'an entry has a hash, but its checkpoint is missing' }
  return undefined
}

/** Why the log does not continue the kept checkpoint. */
async function difference(
  view: Queries,
  kept: Checkpoint,
  last: Checkpoint | undefined,
  publicKey: string,
): Promise<AuditProblem | undefined> {
  const { number } = kept
  const complaint = (message: string) => ({ number, message })
  const end = last?.number ?? 0
  if (end < number)
    return complaint(`it ends at entry ${end}, before the checkpoint at ${number} in the data directory`)
  if (isSame(kept, last)) return undefined
  const start = await startOf(view, kept)
  if (!start || (start.number === number && start.hash !== kept.hash))
    return complaint(`it is not the one of the checkpoint at ${number} in the data directory`)
  if (!(await isOurs(start, publicKey)))
    return complaint(`its checkpoint at ${start.number} was not signed with our secret key`)
  // an older one: a server was stopped before it could keep the newest
  const verifier = makeVerifier(publicKey, { start })
  for await (const line of auditLines(view, { after: start.number })) await verifier.read(line)
  return verifier.finish().problems[0]
}

/** Where the log goes on after the kept checkpoint: that one, or what retention has left of it. */
const startOf = (view: Queries, { number }: Checkpoint): Promise<Checkpoint | undefined> =>
  view
    .selectFrom('audit_checkpoint')
    .selectAll()
    .where((is) => is.or([is('number', '=', number), is.and([is('number', '>', number), is('kind', '=', 'removed')])]))
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
