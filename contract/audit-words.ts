// What the verification of an audit log has proven and what it has not, in sentences. For the command line and the console.
import type { AuditVerification } from './audit-verifier.ts'

export interface AuditVerdict {
  proven: string[]
  unproven: string[]
}

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
const checkpoints = (count: number) => (count === 1 ? '1 signed checkpoint' : `${count} signed checkpoints`)

/** `kept`: how many kept checkpoints the log was compared with, besides the one of the server. */
export function auditVerdict(found: AuditVerification, kept = 0): AuditVerdict {
  const { problems, sealed, sealed_later, unsealed, removed, last_checkpoint } = found
  const proven: string[] = []
  const unproven: string[] = []
  if (problems.length === 0 && last_checkpoint && sealed > 0)
    proven.push(
      `${entries(sealed)} up to number ${last_checkpoint.number}: nothing was changed, removed or added since they were sealed, ` +
        `confirmed by ${checkpoints(found.checkpoints)}.`,
    )
  if (sealed_later > 0)
    unproven.push(`What happened to ${entries(sealed_later)} before this log was sealed: they are older than that.`)
  if (removed) unproven.push(`The entries up to number ${removed.number}, which retention removed.`)
  // nothing is sealed on top of a log that was changed
  const when = problems.length === 0 ? 'which will be sealed within minutes' : 'which are not sealed'
  if (unsealed > 0) unproven.push(`${entries(unsealed)} at the end, ${when}.`)
  for (const { number, time, reason } of found.begun_again ?? [])
    unproven.push(
      `What happened to the log before it was begun again at number ${number} (${time.slice(0, 10)}): ${reason}`,
    )
  const isKept = typeof found.kept === 'number'
  if (isKept && problems.length === 0)
    proven.push('The log continues the checkpoint in the data directory of the server.')
  if (kept === 0)
    unproven.push(
      `That the end of the log was not removed${isKept ? ', here and in the data directory' : ''}: ` +
        'compare with a checkpoint that you kept elsewhere.',
    )
  else if (problems.length === 0) proven.push('The log continues the one of the kept checkpoint.')
  return { proven, unproven }
}
