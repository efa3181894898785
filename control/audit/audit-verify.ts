// Verifies the audit log in the database against its checkpoints.
import { makeVerifier, MAX_PROBLEMS, type AuditVerification } from '#contract/audit-verifier.ts'
import type { Queries } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { readKept, type ContinuityHost } from './continuity.ts'
import { hiddenBytes } from './hidden.ts'
import { auditLines } from './lines.ts'
import { signerOf } from './signer.ts'

const running = new WeakMap<Host, Promise<AuditVerification>>()

/** It reads the whole log, so callers who ask meanwhile get the same answer. */
export function verifyAudit(host: Host): Promise<AuditVerification> {
  const verification = running.get(host) ?? verify(host).finally(() => running.delete(host))
  running.set(host, verification)
  return verification
}

async function verify(host: Host): Promise<AuditVerification> {
  // before the snapshot: a checkpoint is kept once it is committed, so the rows are never older
  const known = await readKept(host)
  // a snapshot, because entries can be sealed meanwhile
  return host.db.snapshot((view) => verifyIn(host, view, known))
}

export async function verifyIn(
  { db, sealer }: ContinuityHost,
  view: Queries,
  { kept, problem }: Awaited<ReturnType<typeof readKept>> = {},
): Promise<AuditVerification> {
  const verifier = makeVerifier((await signerOf(sealer)).publicKey, { keptByServer: kept })
  for await (const line of auditLines(view)) await verifier.read(line)
  const hidden = await hiddenBytes(db, view)
  const found = verifier.finish()
  const problems = [...(problem ? [problem] : []), ...found.problems, ...hidden].slice(0, MAX_PROBLEMS)
  return { ...found, problems }
}
