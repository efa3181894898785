// Maintenance for operators: sleds that accept no instances or do not answer, expiring certificates, missed backups, and an audit log
// that somebody changed.
import { readCertificates } from '#contract/x509.ts'
import { mayAdministerSilo } from '../../frame/authz.ts'
import { actorOf } from '../../frame/context.ts'
import { checkContinuity } from '../../audit/continuity.ts'
import { currentSchedule } from '../../compute/backup/installation-backup.ts'
import { canSign } from '../../audit/signer.ts'
import { policyTimes } from '../sled-closed.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

const DAY_MS = 86_400_000
export const EXPIRY_NOTICE_MS = 30 * DAY_MS
/** Backups are usually daily, and one takes time. */
export const BACKUP_NOTICE_MS = 2 * DAY_MS

export async function sledsOutOfService(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const rows = await ctx.db
    .selectFrom('sled')
    .select(['id', 'serial', 'policy_kind', 'time_modified'])
    // decommissioned sleds are no longer part of the rack
    .where('state', '=', 'active')
    .where((is) => is.or([is('policy_kind', '<>', 'in_service'), is('provision_policy', '<>', 'provisionable')]))
    .execute()
  const closed = await policyTimes(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, serial, policy_kind, time_modified }) => {
    const since = policy_kind === 'in_service' ? closed.get(id) : time_modified
    if (since === undefined) return []
    return [found({ kind: 'sled_out_of_service', severity: 'warning', since, target_id: id, target_name: serial })]
  })
}

export async function unreachableSleds(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const rows = await ctx.db
    .selectFrom('sled')
    .select(['id', 'serial', 'time_unreachable'])
    .where('state', '=', 'active')
    .where('time_unreachable', 'is not', null)
    // then that is the issue
    .where('id', 'not in', (is) =>
      is
        .selectFrom('host')
        .select('sled_id')
        .where('trouble', '=', 'host_key_changed')
        .where('sled_id', 'is not', null),
    )
    .execute()
  return rows.map(({ id, serial, time_unreachable: since }) =>
    found({ kind: 'sled_unreachable', severity: 'error', since, target_id: id, target_name: serial }),
  )
}

export async function changedHostKeys(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const rows = await ctx.db
    .selectFrom('host')
    .select(['id', 'address', 'trouble_text', 'time_trouble'])
    .where('trouble', '=', 'host_key_changed')
    .where('time_removed', 'is', null)
    .execute()
  return rows.map(({ id, address, trouble_text: reason, time_trouble: since }) =>
    found({ kind: 'host_key_changed', severity: 'error', since, target_id: id, target_name: address, reason }),
  )
}

/** The certificate of the server itself; the issue names no silo. */
export async function expiringServerCertificate(ctx: Reader): Promise<Found[]> {
  const expiry = isOperator(actorOf(ctx)) ? ctx.host.certificateExpiry?.()?.getTime() : undefined
  const now = ctx.host.clock.now().getTime()
  if (expiry === undefined || expiry - now > EXPIRY_NOTICE_MS) return []
  const since = new Date(expiry <= now ? expiry : expiry - EXPIRY_NOTICE_MS).toISOString()
  const severity = expiry <= now ? 'error' : 'warning'
  return [found({ kind: 'certificate_expiring', severity, since, time_expires: new Date(expiry).toISOString() })]
}

export async function expiringCertificates(ctx: Reader): Promise<Found[]> {
  const reader = actorOf(ctx)
  if (!isOperator(reader) && !mayAdministerSilo(reader, reader.silo_id)) return []
  const rows = await ctx.db
    .selectFrom('certificate')
    .innerJoin('silo', 'silo.id', 'certificate.silo_id')
    .select([
      'certificate.id',
      'certificate.name',
      'certificate.cert',
      'certificate.time_created',
      'silo.name as silo_name',
    ])
    .$if(!isOperator(reader), (q) => q.where('silo.id', '=', reader.silo_id))
    .execute()
  const now = ctx.host.clock.now().getTime()
  return rows.flatMap(({ id, name, cert, time_created, silo_name }) => {
    // a chain expires with its first certificate
    const expiry = Math.min(...readCertificates(cert).map(({ notAfter }) => notAfter.getTime()))
    if (expiry - now > EXPIRY_NOTICE_MS) return []
    // a certificate can be added when it already expires soon
    const noticed = Math.max(expiry - EXPIRY_NOTICE_MS, Date.parse(time_created))
    const since = new Date(expiry <= now ? expiry : noticed).toISOString()
    const facts = { silo_name, target_id: id, target_name: name, time_expires: new Date(expiry).toISOString() }
    return [found({ kind: 'certificate_expiring', severity: expiry <= now ? 'error' : 'warning', since, ...facts })]
  })
}

/**
 * Nothing is missed where none was ever made: backups may be taken of the database server instead. Those that the server makes on a
 * schedule have an issue of their own, and may be weekly.
 */
export async function missedBackup(ctx: Reader): Promise<Found[]> {
  const last = isOperator(actorOf(ctx)) ? await ctx.host.lastBackup?.() : undefined
  const due = last && last.getTime() + BACKUP_NOTICE_MS
  if (due === undefined || due > ctx.host.clock.now().getTime()) return []
  if ((await currentSchedule(ctx.db))?.is_enabled) return []
  return [found({ kind: 'backup_missed', severity: 'warning', since: new Date(due).toISOString() })]
}

/** Nothing is sealed until an operator has looked into it: see audit/begin-again.ts. */
export async function changedAuditLog(ctx: Reader): Promise<Found[]> {
  const { host } = ctx
  if (!isOperator(actorOf(ctx)) || host.sealsNoAuditLog || !(await canSign(host.sealer))) return []
  const { problem } = await checkContinuity(host)
  return problem ? [found({ kind: 'audit_log_changed', severity: 'error', reason: problem.message })] : []
}
