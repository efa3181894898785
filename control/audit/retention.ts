// Retention of the audit log: removes entries that are sealed and old, and leaves a signed checkpoint that says so.
import type { Host } from '../frame/context.ts'
import { checkContinuity, isOwn, type ContinuityHost } from './continuity.ts'
import { signerOf } from './signer.ts'

const DAY_MS = 24 * 3_600_000

/** Removes the entries of the oldest checkpoint. Returns whether there may be more. */
export async function removeOldEntries(host: ContinuityHost & Pick<Host, 'clock'>): Promise<boolean> {
  const { db, clock, sealer } = host
  const setting = await db.read.selectFrom('audit_setting').select('retention_days').executeTakeFirst()
  if (!setting?.retention_days) return false
  const before = new Date(clock.now().getTime() - setting.retention_days * DAY_MS).toISOString()
  // what is left of a log that somebody changed is evidence
  if ((await checkContinuity(host)).problem) return false
  const signer = await signerOf(sealer)
  return db.transaction(
    async (tx) => {
      // made after its entries were written, so all of them are old
      const old = await tx
        .selectFrom('audit_checkpoint')
        .selectAll()
        .where('kind', '=', 'sealed')
        .where('time', '<', before)
        .orderBy('number')
        .limit(1)
        .executeTakeFirst()
      // of a row that somebody else wrote we would sign whatever it says
      if (!old || !(await isOwn(host, old))) return false
      const { number, time, hash } = old
      await tx.deleteFrom('event').where('seq', '<=', number).where('operation', 'is not', null).execute()
      await tx.deleteFrom('audit_checkpoint').where('number', '<=', number).execute()
      const left = await signer.sign({ kind: 'removed', number, previous: null, time, hash })
      await tx.insertInto('audit_checkpoint').values(left).execute()
      return true
    },
    { quiet: true },
  )
}
