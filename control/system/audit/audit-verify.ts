// Verifies the audit log in the database against its checkpoints.
import { makeVerifier, MAX_PROBLEMS, type AuditVerification } from '#contract/audit-verifier.ts'
import type { Queries } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
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

/** In a snapshot, because entries can be sealed meanwhile. */
const verify = (host: Host) => host.db.snapshot((view) => verifyIn(host, view))

export async function verifyIn({ db, sealer }: Pick<Host, 'db' | 'sealer'>, view: Queries): Promise<AuditVerification> {
  const verifier = makeVerifier((await signerOf(sealer)).publicKey)
  for await (const line of auditLines(view)) await verifier.read(line)
  const hidden = await hiddenBytes(db, view)
  const found = verifier.finish()
  return { ...found, problems: [...found.problems, ...hidden].slice(0, MAX_PROBLEMS) }
}
