// Makes backups of the installation: begins those that are due, and has the host store them while the loop goes on. What fails is tried
// again, later and later, until the next one is due. Command and server may both store: the lease of the repository lets one wait.
import { currentSchedule } from '../compute/backup/installation-backup.ts'
import { leaseOf, openInstallationRepository, repositoryAt } from '../compute/backup/installation-repository.ts'
import {
  claimBackup,
  failBackup,
  newBackup,
  Superseded,
  tellInstallationBackup,
  type InstallationBackupRow,
} from '../compute/backup/installation-run.ts'
import { lastRunUntil, nextRun } from '../compute/protection-policy/schedule.ts'
import type { Queries } from '../db/database.ts'
import { capitalize } from '#contract/errors.ts'
import type { Host } from '../frame/context.ts'
import type { InstallationBackups } from '../frame/ports/installation-backups.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import { alertFailedBackup } from '../system/issue/installation-backup.ts'
import { holdingLease } from './lease.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 15_000
const RECHECK_MS = 500
const RETRY_DELAY_MS = 15_000
const MAX_RETRY_DELAY_MS = 3_600_000
/** Somebody waits for one that was asked for, so it does not go on forever. */
const MAX_ATTEMPTS = 8

/** Somebody else stores at the target now. */
class Busy extends Error {}

export function installationBackupLoop(host: Host, backups: InstallationBackups, notify: () => void): Loop {
  const underWay = new Map<string, Promise<void>>()
  /** When somebody else was found to store there. */
  const busy = new Map<string, number>()
  const troubles = makeTroubles(host.clock)
  let ended = new AbortController()

  function isBusy({ repository_id }: InstallationBackupRow): boolean {
    const found = busy.get(repository_id)
    return found !== undefined && Math.abs(host.clock.now().getTime() - found) < RETRY_DELAY_MS
  }

  function start(row: InstallationBackupRow): void {
    const { id, repository_id } = row
    if (underWay.has(repository_id) || isBusy(row)) return
    const { signal } = ended
    const work = store(host, backups, row, signal)
      .then(() => troubles.pass(id))
      .catch((error: unknown) => {
        if (error instanceof Busy) busy.set(repository_id, host.clock.now().getTime())
        // what happens at a target is the problem of the backup; this is about the database
        else if (!signal.aborted) troubles.fail(id, `a backup of the installation: ${problemOf(error)}`)
      })
      .finally(() => {
        underWay.delete(repository_id)
        // then nothing has changed
        if (!isBusy(row)) notify()
      })
    underWay.set(repository_id, work)
  }

  async function step(): Promise<number | void> {
    await beginDue(host)
    const now = host.clock.now().toISOString()
    const pending = await host.db.read
      .selectFrom('installation_backup')
      .selectAll()
      .where('state', 'in', ['waiting', 'storing'])
      .orderBy('time_created')
      .orderBy('id')
      .execute()
    troubles.keep((key) => pending.some(({ id }) => id === key))
    for (const row of pending) if (row.time_retry === null || row.time_retry <= now) start(row)
    if (underWay.size > 0) {
      const nap = new AbortController()
      await Promise.race([...underWay.values(), napping(host.clock, RECHECK_MS, nap.signal)])
      nap.abort()
      if (!pending.every(isBusy)) return RECHECK_MS
    }
    if (pending.length > 0) return RETRY_DELAY_MS
  }

  return {
    name: 'installation-backup',
    every: INTERVAL_MS,
    step,
    troubles,
    watch() {
      ended = new AbortController()
      return () => ended.abort(new Error('the server stops'))
    },
  }
}

async function beginDue(host: Host): Promise<void> {
  const now = host.clock.now()
  const due = await currentSchedule(host.db.read)
  if (!due?.time_next || due.time_next > now.toISOString()) return
  await host.db.transaction(async (tx) => {
    const plan = await currentSchedule(tx)
    if (!plan?.time_next || plan.time_next > now.toISOString()) return
    const { schedule, time_next } = plan
    const { id: repository_id } = await repositoryAt(host, tx, plan.target_id)
    const begin = { repository_id, cause: 'schedule' } as const
    const last = lastRunUntil(schedule, time_next, now)
    if (last > time_next) await miss(host, tx, { ...begin, time_due: time_next }, 'The server was not running.')
    const before = tx.selectFrom('installation_backup').selectAll().where('cause', '=', 'schedule')
    const pending = await before.where('state', 'in', ['waiting', 'storing']).execute()
    // the new one is tried instead
    for (const { id, state, problem } of pending)
      if (state === 'waiting')
        await tx
          .updateTable('installation_backup')
          .set({ state: 'failed', time_ended: now.toISOString(), problem: problem ?? 'It could not begin in time.' })
          .where('id', '=', id)
          .execute()
    if (pending.some(({ state }) => state === 'storing')) {
      const why = 'The backup before it had not ended.'
      if (last === time_next) await miss(host, tx, { ...begin, time_due: last }, why)
    } else {
      const row = newBackup(now.toISOString(), { ...begin, id: host.random.uuid(), time_due: last })
      await tx.insertInto('installation_backup').values(row).execute()
    }
    const next = { time_next: nextRun(schedule, now).toISOString() }
    await tx.updateTable('installation_backup_schedule').set(next).where('id', '=', plan.id).execute()
    await tellInstallationBackup(host, tx, plan.id)
  })
}

type Missed = Pick<InstallationBackupRow, 'repository_id' | 'cause' | 'time_due'>

async function miss(host: Host, tx: Queries, missed: Missed, problem: string): Promise<void> {
  const now = host.clock.now().toISOString()
  const row = newBackup(now, { ...missed, id: host.random.uuid(), state: 'missed', problem, time_ended: now })
  await tx.insertInto('installation_backup').values(row).execute()
  await alertFailedBackup(host, tx)
}

function refuse(): never {
  throw new Busy()
}

/** One that this server, another one or the command has left under way is over, because nobody holds the lease. */
async function store(host: Host, backups: InstallationBackups, row: InstallationBackupRow, signal: AbortSignal) {
  await holdingLease(host, leaseOf(row.repository_id), refuse, async (lost) => {
    try {
      await storeNow(host, backups, row, AbortSignal.any([signal, lost]))
    } catch (error) {
      if (signal.aborted) return
      host.log.warn('a backup of the installation failed', { error: String(error) })
      // whoever has the lease now goes on with it
      if (lost.aborted || error instanceof Superseded) return
      await fail(host, row, capitalize(problemOf(error)))
    }
    await host.db.transaction(async (tx) => {
      await alertFailedBackup(host, tx)
      await tellInstallationBackup(host, tx, row.id)
    })
  })
}

async function storeNow(host: Host, backups: InstallationBackups, row: InstallationBackupRow, signal: AbortSignal) {
  const { id, repository_id, cause } = row
  if (cause === 'command') return failBackup(host, id, 'The command ended before the backup did.')
  if (!(await claimBackup(host, row))) return
  await host.db.transaction((tx) => tellInstallationBackup(host, tx, id))
  const engine = host.backupEngine
  if (!engine) throw new Error('the server was started without an engine for backups')
  const rows = host.db.read.selectFrom('installation_repository').selectAll().where('id', '=', repository_id)
  const repository = await openInstallationRepository(host, host.db.read, await rows.executeTakeFirstOrThrow())
  const current = host.db.read.selectFrom('installation_backup').select('is_take_over').where('id', '=', id)
  const isTakeOver = (await current.executeTakeFirst())?.is_take_over ?? false
  await backups.store({ engine, repository, id, isTakeOver, signal })
}

async function fail(host: Host, { id, cause, attempts }: InstallationBackupRow, problem: string): Promise<void> {
  const now = host.clock.now().getTime()
  const delay = Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** Math.min(attempts, 20))
  const retry = { attempts: attempts + 1, time_retry: new Date(now + delay).toISOString() }
  const isLast = cause === 'person' && attempts + 1 >= MAX_ATTEMPTS
  await failBackup(host, id, problem, isLast ? undefined : retry)
}
