// Continues an audit log that does not continue the kept checkpoint, because an operator says that this is right: a database was
// restored beside a data directory that was kept, or the secret key was replaced. An entry with the reason says so, and is sealed.
import { BEGIN_AGAIN, type Checkpoint } from '#contract/audit-chain.ts'
import type { Tx } from '../db/database.ts'
import { append, NO_REQUEST } from '../frame/events.ts'
import { verifyIn } from './audit-verify.ts'
import { checkContinuity } from './continuity.ts'
import { lastCheckpoint } from './entries.ts'
import { sealBatch, type SealHost } from './seal.ts'
import { signerOf, type Signer } from './signer.ts'

/** Returns the checkpoint that seals the new entry, or undefined if the log can be continued as it is. */
export async function beginAgain(host: SealHost, reason: string): Promise<Checkpoint | undefined> {
  if (!(await checkContinuity(host)).problem) return undefined
  const signer = await signerOf(host.sealer)
  // hashes and checkpoints that are right stay: kept checkpoints can still be compared with them
  const isSound = (await host.db.snapshot((view) => verifyIn(host, view))).problems.length === 0
  const time = host.clock.now().toISOString()
  const number = await host.db.transaction(async (tx) => {
    if (!isSound) await clear(tx, signer)
    const target = { target_id: null, target_name: null, silo_id: null, project_id: null }
    const what = { operation: BEGIN_AGAIN, noun: 'audit', status: 200, error_code: null, reason }
    return append(host, tx, { ...NO_REQUEST, ...target, ...what, time, time_completed: time })
  })
  await host.checkpointKeeper?.replace(await lastCheckpoint(host.db.read))
  return sealUpTo(host, number)
}

/** Everything is sealed anew, after what retention has left. */
async function clear(tx: Tx, signer: Signer): Promise<void> {
  const removed = await tx.selectFrom('audit_checkpoint').selectAll().where('kind', '=', 'removed').executeTakeFirst()
  await tx.deleteFrom('audit_checkpoint').execute()
  await tx.updateTable('event').set({ chain: null }).where('chain', 'is not', null).execute()
  if (!removed) return
  const { number, time, hash } = removed
  const covered = tx.selectFrom('event').select('seq').where('seq', '<=', number).where('operation', 'is not', null)
  if (await covered.limit(1).executeTakeFirst()) return
  const signed = await signer.sign({ kind: 'removed', number, previous: null, time, hash })
  await tx.insertInto('audit_checkpoint').values(signed).execute()
}

/** Without waiting for what is still being counted: the entry must not be left where it could be removed unnoticed. */
async function sealUpTo(host: SealHost, number: number): Promise<Checkpoint> {
  for (;;) {
    const found = await checkContinuity(host)
    if (found.problem) throw new Error(`the audit log changed while it was begun again: ${found.problem.message}`)
    const { last } = found
    if (last && last.number >= number) return last
    const made = await sealBatch(host, found, (rows) => rows)
    if (made) await host.checkpointKeeper?.keep(made)
  }
}
