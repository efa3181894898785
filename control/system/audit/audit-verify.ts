// Verifies the audit log in the database against its checkpoints.
import { makeVerifier, type AuditVerification } from '#contract/audit-verifier.ts'
import type { Host } from '../../frame/context.ts'
import { auditLines } from './lines.ts'
import { signerOf } from './signer.ts'

const running = new WeakMap<Host, Promise<AuditVerification>>()

/** It reads the whole log, so callers who ask meanwhile get the same answer. */
export function verifyAudit(host: Host): Promise<AuditVerification> {
  const verification = running.get(host) ?? verify(host).finally(() => running.delete(host))
  running.set(host, verification)
  return verification
}

async function verify({ db, sealer }: Host): Promise<AuditVerification> {
  const verifier = makeVerifier((await signerOf(sealer)).publicKey)
  // entries can be sealed meanwhile
  await db.snapshot(async (view) => {
    for await (const line of auditLines(view)) await verifier.read(line)
  })
  return verifier.finish()
}
