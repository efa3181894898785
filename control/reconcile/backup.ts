// Works on the repositories at backup targets: stores backups, removes those that are no longer kept, verifies, and restores. What takes
// long goes on between the steps. What fails is tried again, later and later, and its repository says why.
import type { BackupRow } from '../compute/backup/backup.ts'
import { backupErrorOf, confirmingDamage } from '../compute/backup/backup-error.ts'
import { VERIFY_INTERVAL_MS } from '../compute/backup/backup-target.ts'
import type { RestoreRow } from '../compute/backup/begin-restore.ts'
import { importBackups } from '../compute/backup/import.ts'
import { mustOwn } from '../compute/backup/owner.ts'
import { descriptionTag, diskTag, openRepository, type RepositoryRow } from '../compute/backup/repository.ts'
import { failRestore, restoreBackup } from '../compute/backup/restore.ts'
import {
  giveUp,
  noteProblem,
  noteSize,
  SnapshotGone,
  storeBackup,
  tellBackup,
  Unwanted,
} from '../compute/backup/store.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 15_000
const RECHECK_MS = 500
const RETRY_DELAY_MS = 15_000
const MAX_RETRY_DELAY_MS = 3_600_000
/** Somebody waits for a restore, so it does not go on forever. */
const MAX_RESTORE_ATTEMPTS = 8
/** A year reads everything once. */
const PARTS = 12
const BATCH_SIZE = 100
/** Repeating it would end in the same way. */
const FINAL: readonly string[] = ['corrupted', 'missing', 'wrong_key']

type Work = (signal: AbortSignal) => Promise<void>

interface Job {
  work: Work
  isPrune?: boolean
  /** Another job failed before it, which is tried again later. */
  isOutOfTurn?: boolean
}

export function backupLoop(host: Host, notify: () => void): Loop {
  const underWay = new Map<string, Promise<void>>()
  /** Repositories in which data is moved and removed. A restore that reads it meanwhile would take it for damaged. */
  const pruning = new Set<string>()
  const troubles = makeTroubles(host.clock)
  let ended = new AbortController()
  const end = (reason: string) => ended.abort(new Error(reason))

  function start(lane: string, job: Work): void {
    if (underWay.has(lane)) return
    const { signal } = ended
    const work = job(signal)
      .then(() => troubles.pass(lane))
      .catch((error: unknown) => {
        if (signal.aborted) return
        // what happens at a target is the repository's problem; this is about the database
        troubles.fail(lane, `work on a backup repository: ${problemOf(error)}`)
        host.log.warn('work on a backup repository failed', { error: String(error) })
      })
      .finally(() => {
        underWay.delete(lane)
        notify()
      })
    underWay.set(lane, work)
  }

  async function step(): Promise<number | void> {
    const now = host.clock.now().toISOString()
    await host.db.transaction((tx) =>
      tx
        .updateTable('backup_repository')
        .set({ verify: 'part' })
        .where('time_verify_due', '<=', now)
        .where('verify', 'is', null)
        .where('time_made', 'is not', null)
        .execute(),
    )
    const repositories = await host.db.read.selectFrom('backup_repository').selectAll().orderBy('id').execute()
    troubles.keep((lane) => repositories.some(({ id }) => lane.startsWith(id)))
    let isPending = false
    for (const row of repositories) {
      const lane = `${row.id} write`
      if (underWay.has(lane)) continue
      const job = await nextJob(host, row, underWay.has(`${row.id} read`))
      if (!job) continue
      isPending = true
      if (row.time_retry !== null && row.time_retry > now) continue
      if (job.isPrune) pruning.add(row.id)
      start(lane, (signal) => attempt(host, row, job, signal).finally(() => pruning.delete(row.id)))
    }
    for (const restore of await runningRestores(host)) {
      isPending = true
      const row = repositories.find(({ id }) => id === restore.repository_id)
      const isDue = restore.time_retry === null || restore.time_retry <= now
      if (row && isDue && !pruning.has(row.id))
        start(`${row.id} read`, (signal) => restoring(host, row, restore, signal))
    }
    if (underWay.size > 0) {
      const nap = new AbortController()
      await Promise.race([...underWay.values(), napping(host.clock, RECHECK_MS, nap.signal)])
      nap.abort()
      return RECHECK_MS
    }
    if (isPending) return RETRY_DELAY_MS
  }

  return {
    name: 'backup',
    every: INTERVAL_MS,
    step,
    troubles,
    watch() {
      ended = new AbortController()
      return () => end('the server stops')
    },
    lost() {
      end('another server works at the targets')
      ended = new AbortController()
    },
  }
}

/** What frees space comes first, because a full target accepts nothing. After a failure it is the turn of the next one. */
async function nextJob(host: Host, row: RepositoryRow, isRead: boolean): Promise<Job | undefined> {
  const having = (...states: ('removing' | 'waiting' | 'storing')[]) =>
    host.db.read
      .selectFrom('backup')
      .selectAll()
      .where('repository_id', '=', row.id)
      .where('state', 'in', states)
      // one that cannot be stored must not keep the others waiting
      .orderBy((is) => is.case().when('problem', 'is', null).then(0).else(1).end())
      .orderBy('time_created')
      .orderBy('id')
      .limit(BATCH_SIZE)
  if (row.import !== null)
    return { work: async (signal) => importBackups(host, await openRepository(host, row), row, signal) }
  const jobs: Job[] = []
  const removing = await having('removing').execute()
  if (removing.length > 0) jobs.push({ work: (signal) => forget(host, row, removing, signal) })
  if (row.is_prune_due && !isRead) jobs.push({ work: (signal) => prune(host, row, signal), isPrune: true })
  const [next] = await having('waiting', 'storing').limit(1).execute()
  if (next) jobs.push({ work: (signal) => store(host, row, next, signal) })
  if (row.verify !== null) jobs.push({ work: (signal) => verify(host, row, signal) })
  const turn = row.attempts % jobs.length
  const job = jobs[turn]
  return job && { ...job, isOutOfTurn: turn > 0 }
}

async function store(host: Host, row: RepositoryRow, backup: BackupRow, signal: AbortSignal): Promise<void> {
  try {
    await made(host, row)
    const opened = await openRepository(host, row)
    await mustOwn(host, opened, signal)
    await storeBackup(host, opened, backup, signal)
  } catch (error) {
    if (error instanceof SnapshotGone) return giveUp(host, await openRepository(host, row), backup.id, error.message)
    if (!signal.aborted) await noteProblem(host, backup.id, problemOf(error))
    throw error
  }
}

/** Success and failure are the repository's: the next attempt waits for both. */
async function attempt(host: Host, row: RepositoryRow, job: Job, signal: AbortSignal): Promise<void> {
  try {
    await job.work(signal)
    const solved = job.isOutOfTurn ? {} : { problem: null, time_failed: null, attempts: 0 }
    await update(host, row.id, { ...solved, time_retry: null })
  } catch (error) {
    if (signal.aborted || error instanceof Unwanted) return
    host.log.warn('work at a backup target failed', { repository: row.id, error: String(error) })
    const now = host.clock.now()
    await update(host, row.id, {
      problem: problemOf(error),
      time_failed: row.time_failed ?? now.toISOString(),
      attempts: row.attempts + 1,
      time_retry: later(now, row.attempts),
    })
  }
}

const later = (now: Date, attempts: number) =>
  new Date(now.getTime() + Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** Math.min(attempts, 20))).toISOString()

/** Pages of operators show it. */
const update = (host: Host, id: string, set: Partial<RepositoryRow>) =>
  host.db.transaction(async (tx) => {
    const rows = tx.updateTable('backup_repository').set(set).where('id', '=', id).returning('target_id')
    const row = await rows.executeTakeFirst()
    if (!row) return
    const target = { id: row.target_id, name: null, silo_id: null, project_id: null }
    await append(host, tx, outcomeOf(host.clock.now().toISOString(), 'backup_target', target))
  })

/** Created once. One that is gone later is a problem that somebody must hear of. */
async function made(host: Host, row: RepositoryRow): Promise<void> {
  if (row.time_made !== null) return
  const { engine, repository } = await openRepository(host, row)
  await engine.create(repository)
  await update(host, row.id, { time_made: host.clock.now().toISOString() })
}

async function forget(
  host: Host,
  row: RepositoryRow,
  backups: readonly { id: string }[],
  signal: AbortSignal,
): Promise<void> {
  const ids = backups.map(({ id }) => id)
  const disks = await host.db.read.selectFrom('backup_disk').select('id').where('backup_id', 'in', ids).execute()
  const tags = [...ids.map(descriptionTag), ...disks.map(({ id }) => diskTag(id))]
  if (row.time_made !== null) {
    const opened = await openRepository(host, row)
    await mustOwn(host, opened, signal)
    await opened.engine.forget(opened.repository, tags)
  }
  await host.db.transaction(async (tx) => {
    const gone = tx.deleteFrom('backup').where('id', 'in', ids).where('state', '=', 'removing').returningAll()
    for (const backup of await gone.execute()) await tellBackup(host, tx, backup)
    const set = { is_prune_due: row.time_made !== null }
    await tx.updateTable('backup_repository').set(set).where('id', '=', row.id).execute()
  })
}

async function prune(host: Host, row: RepositoryRow, signal: AbortSignal): Promise<void> {
  const opened = await openRepository(host, row)
  await mustOwn(host, opened, signal)
  await opened.engine.prune(opened.repository, signal)
  await update(host, row.id, { is_prune_due: false })
  await noteSize(host, opened)
}

async function verify(host: Host, row: RepositoryRow, signal: AbortSignal): Promise<void> {
  const { engine, repository } = await openRepository(host, row)
  const part = row.verify === 'part' ? { number: (row.parts_read % PARTS) + 1, of: PARTS } : undefined
  const time_verify_due = new Date(host.clock.now().getTime() + VERIFY_INTERVAL_MS).toISOString()
  const read = { verify: null, time_verify_due, parts_read: row.parts_read + (part ? 1 : 0) }
  try {
    await confirmingDamage(() => engine.verify(repository, part, signal))
  } catch (error) {
    if (!isCode(error, 'corrupted')) throw error
    // reading it again would find the same
    await update(host, row.id, { ...read, time_damaged: row.time_damaged ?? host.clock.now().toISOString() })
    return
  }
  const time_verified = host.clock.now().toISOString()
  await update(host, row.id, { ...read, time_verified, ...(part ? {} : { time_damaged: null }) })
}

const isCode = (error: unknown, ...codes: readonly string[]) => codes.includes(backupErrorOf(error) ?? '')

const runningRestores = (host: Host) =>
  host.db.read
    .selectFrom('backup_restore')
    .innerJoin('backup', 'backup.id', 'backup_restore.backup_id')
    .selectAll('backup_restore')
    .select('backup.repository_id')
    .where('backup_restore.state', '=', 'running')
    .orderBy('backup_restore.id')
    .limit(BATCH_SIZE)
    .execute()

async function restoring(host: Host, row: RepositoryRow, restore: RestoreRow, signal: AbortSignal): Promise<void> {
  try {
    const opened = await openRepository(host, row)
    await confirmingDamage(() => restoreBackup(host, opened, restore, signal))
  } catch (error) {
    if (signal.aborted || error instanceof Unwanted) return
    host.log.warn('a restore failed', { restore: restore.id, error: String(error) })
    const [problem, now, attempts] = [problemOf(error), host.clock.now(), restore.attempts + 1]
    if (isCode(error, 'corrupted')) await update(host, row.id, { time_damaged: row.time_damaged ?? now.toISOString() })
    if (isCode(error, ...FINAL) || attempts >= MAX_RESTORE_ATTEMPTS) return failRestore(host, restore.id, problem)
    const set = { problem, attempts, time_retry: later(now, restore.attempts) }
    await host.db.transaction((tx) => tx.updateTable('backup_restore').set(set).where('id', '=', restore.id).execute())
  }
}
