// Forwards the sealed audit log to a syslog server. A batch whose connection failed is sent again. Checkpoints are forwarded too,
// which makes the server a place where they are kept.
import type { AuditColumns, AuditLine } from '#contract/audit-chain.ts'
import type { Host } from '../frame/context.ts'
import { installationName } from '../frame/installation-name.ts'
import { columnsOf, entriesAfter } from './entries.ts'
import { BATCH_SIZE } from './seal.ts'

/** The facility "log audit" of RFC 5424, with a severity. */
const FACILITY = 13
const SEVERITY = { notice: 5, info: 6, warning: 4 }

/** Forwards the entries of one checkpoint. Returns whether there may be more. */
export async function forwardEntries({ db, sendSyslog, suffix }: Host): Promise<boolean> {
  const setting = await db.read.selectFrom('audit_setting').selectAll().executeTakeFirst()
  if (!setting?.syslog || !sendSyslog) return false
  const { syslog, syslog_position, time_modified } = setting
  const checkpoint = await db.read
    .selectFrom('audit_checkpoint')
    .selectAll()
    .where('number', '>', syslog_position)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (!checkpoint) return false
  const site = { suffix, installation: await installationName(db.read) }
  const rows = await entriesAfter(db.read, syslog_position, BATCH_SIZE)
  const messages = rows
    .filter(({ seq }) => seq <= checkpoint.number)
    .map((row) => entryMessage(columnsOf(row), row.chain, site))
  messages.push(message(SEVERITY.notice, checkpoint.time, site, { type: 'checkpoint', ...checkpoint }))

  const result = await sendSyslog(syslog, messages).then(
    () => ({ syslog_position: checkpoint.number, syslog_problem: null }),
    (error: unknown) => ({ syslog_problem: error instanceof Error ? error.message : String(error) }),
  )
  // unless the settings have changed meanwhile
  const update = db.transaction(
    (tx) => tx.updateTable('audit_setting').set(result).where('time_modified', '=', time_modified).execute(),
    { quiet: true },
  )
  await update
  return result.syslog_problem === null
}

function entryMessage(columns: AuditColumns, hash: string | null, site: Site): string {
  const entry = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null))
  const severity = Number(columns.status ?? 0) < 400 ? SEVERITY.info : SEVERITY.warning
  return message(severity, String(columns.time), site, { type: 'entry', entry, hash })
}

interface Site {
  suffix: string | undefined
  installation: string | null
}

/** The line of an export as an RFC 5424 message. */
const message = (severity: number, time: string, { suffix, installation }: Site, line: AuditLine) =>
  `<${FACILITY * 8 + severity}>1 ${time} ${suffix ?? '-'} rackwright - audit-${line.type} ${elementOf(installation)} ${JSON.stringify(line)}`

/** Structured data. The number is the one that RFC 5612 reserves for examples, as we have none of our own. */
const elementOf = (installation: string | null) =>
  installation ? `[rackwright@32473 installation="${installation.replaceAll(/["\\\]]/g, String.raw`\$&`)}"]` : '-'
