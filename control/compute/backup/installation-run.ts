// The life of one backup of the installation in the tables. Whoever stores it holds the lease of its repository: the server or the command.
import type { Queries, RowOf } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { append, outcomeOf } from '../../frame/events.ts'
import { toRemove } from '../protection-policy/retention.ts'
import { BackupProblem } from './backup-error.ts'

/** What stays where no schedule says it. */
export const DEFAULT_KEEP = { hourly: 0, daily: 7, weekly: 5, monthly: 12 }
/** Those that left nothing at the target are remembered for a while. */
const REMEMBERED = 100
const PENDING = ['waiting', 'storing'] as const

export type InstallationBackupRow = RowOf<'installation_backup'>
type Parts = Pick<Host, 'db' | 'clock'>
type Begin = Pick<InstallationBackupRow, 'id' | 'repository_id' | 'cause'> & Partial<InstallationBackupRow>

export const newBackup = (now: string, begin: Begin) => ({
  state: 'waiting' as const,
  tags: [],
  size: 0,
  done: 0,
  problems: [],
  attempts: 0,
  is_take_over: false,
  time_created: now,
  ...begin,
})

/** From now on it is the one under way. Whoever left another one under way has lost the lease: the server tries its own again. */
export async function claimBackup({ db, clock }: Parts, { id, repository_id, cause }: Begin): Promise<boolean> {
  const now = clock.now().toISOString()
  return db.transaction(async (tx) => {
    const interrupted = tx
      .updateTable('installation_backup')
      .where('repository_id', '=', repository_id)
      .where('state', '=', 'storing')
      .where('id', '<>', id)
    const ended = { state: 'failed', problem: 'The command ended before the backup did.', time_ended: now } as const
    await interrupted.set(ended).where('cause', '=', 'command').execute()
    await interrupted.set({ state: 'waiting', done: 0 }).where('cause', '<>', 'command').execute()
    if (cause === 'command') {
      const known = await tx.selectFrom('installation_backup').select('id').where('id', '=', id).executeTakeFirst()
      const values = newBackup(now, { id, repository_id, cause, state: 'storing', time_started: now })
      if (!known) await tx.insertInto('installation_backup').values(values).execute()
      return !known
    }
    const own = tx.updateTable('installation_backup').set({ state: 'storing', time_started: now, done: 0 })
    return (await own.where('id', '=', id).where('state', 'in', PENDING).returning('id').execute()).length > 0
  })
}

/** Before anything is stored, so that what an interruption leaves is found and removed by the next backup. */
export const beginAttempt = (
  { db, clock }: Parts,
  id: string,
  { attempt_id, tags, size }: { attempt_id: string; tags: readonly string[]; size: number },
): Promise<unknown> =>
  db.transaction(async (tx) => {
    const rows = tx.selectFrom('installation_backup').selectAll().where('id', '=', id)
    const row = await rows.where('state', '=', 'storing').executeTakeFirst()
    if (!row) throw new Superseded()
    const set = { attempt_id, tags: [...row.tags, ...tags], size, done: 0, time_started: clock.now().toISOString() }
    await tx.updateTable('installation_backup').set(set).where('id', '=', id).execute()
  })

/** An attempt to make a backup. */
export interface Attempt {
  id: string
  attempt_id: string
}

/** Whoever made it stood still, and has lost the lease: another attempt or backup has taken its place. */
export class Superseded extends BackupProblem {
  constructor() {
    super('failed', 'another backup has taken the place of this one')
  }
}

/** Rejects if the attempt is no longer the one under way. */
export const noteProgress = ({ db }: Pick<Parts, 'db'>, { id, attempt_id }: Attempt, done: number): Promise<unknown> =>
  db.transaction(async (tx) => {
    const update = tx.updateTable('installation_backup').set({ done }).where('id', '=', id)
    const own = update.where('attempt_id', '=', attempt_id).where('state', '=', 'storing')
    if ((await own.returning('id').execute()).length === 0) throw new Superseded()
  })

/** What is to be removed from the repository, and which backups are gone then. */
export interface Outdated {
  tags: string[]
  gone: string[]
}

/**
 * Ends it. Outdated is what is no longer kept: old backups, and what attempts that failed have left. One without all disks stays until the
 * next one, and takes the place of none that has them.
 */
export async function endBackup(
  { db, clock }: Parts,
  { id, attempt_id }: Attempt,
  problems: readonly string[],
): Promise<Outdated> {
  const now = clock.now().toISOString()
  const isComplete = problems.length === 0
  return db.transaction(async (tx) => {
    const row = await tx.selectFrom('installation_backup').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.state !== 'storing' || row.attempt_id !== attempt_id) throw new Superseded()
    const end = {
      state: isComplete ? 'complete' : 'incomplete',
      problem: null,
      done: row.size,
      time_ended: now,
    } as const
    const set = { ...end, problems: [...problems], time_stored: isComplete ? now : null }
    await tx.updateTable('installation_backup').set(set).where('id', '=', id).execute()
    const rows = tx.selectFrom('installation_backup').selectAll().where('repository_id', '=', row.repository_id)
    const all = await rows.orderBy('time_created').execute()
    const { keep, zone } = await retentionOf(tx, row.repository_id)
    const complete = all.filter(({ state }) => state === 'complete')
    const points = complete.map((each) => ({ id: each.id, time: new Date(each.time_started ?? each.time_created) }))
    const old = new Set(toRemove(points, keep, zone))
    const gone = all.filter((each) => each.id !== id && (each.state === 'incomplete' || old.has(each.id)))
    const left = all.flatMap((each) => {
      const isKept = each.id === id || (each.state === 'complete' && !old.has(each.id))
      // what it is made of has the name of its last attempt
      return isKept ? each.tags.filter((tag) => !tag.includes(each.attempt_id ?? '')) : each.tags
    })
    return { tags: left, gone: gone.map((each) => each.id) }
  })
}

async function retentionOf(tx: Queries, repository_id: string) {
  const plan = await tx
    .selectFrom('installation_backup_schedule')
    .innerJoin('installation_repository', 'installation_repository.target_id', 'installation_backup_schedule.target_id')
    .select(['keep', 'schedule'])
    .where('installation_repository.id', '=', repository_id)
    .executeTakeFirst()
  return plan ? { keep: plan.keep, zone: plan.schedule.zone } : { keep: DEFAULT_KEEP, zone: 'UTC' }
}

/** It is gone from the repository. */
export const forgetOutdated = ({ db }: Pick<Parts, 'db'>, repository_id: string, { tags, gone }: Outdated) =>
  db.transaction(async (tx) => {
    if (gone.length > 0) await tx.deleteFrom('installation_backup').where('id', 'in', gone).execute()
    const removed = new Set(tags)
    const rows = await tx
      .selectFrom('installation_backup')
      .select(['id', 'tags'])
      .where('repository_id', '=', repository_id)
      .execute()
    for (const row of rows) {
      const left = row.tags.filter((tag) => !removed.has(tag))
      if (left.length === row.tags.length) continue
      await tx.updateTable('installation_backup').set({ tags: left }).where('id', '=', row.id).execute()
    }
    const ended = tx.selectFrom('installation_backup').select(['id', 'tags']).where('state', 'in', ['failed', 'missed'])
    const old = await ended.orderBy('time_created', 'desc').orderBy('id').offset(REMEMBERED).limit(REMEMBERED).execute()
    const ids = old.flatMap((row) => (row.tags.length === 0 ? row.id : []))
    if (ids.length > 0) await tx.deleteFrom('installation_backup').where('id', 'in', ids).execute()
  })

/** What is stored stays stored, if only something after it failed. */
export const failBackup = (
  { db, clock }: Parts,
  id: string,
  problem: string,
  retry?: { attempts: number; time_retry: string },
): Promise<unknown> =>
  db.transaction(async (tx) => {
    const time_ended = clock.now().toISOString()
    const set = retry
      ? { state: 'waiting' as const, problem, ...retry }
      : { state: 'failed' as const, problem, time_ended }
    const update = tx.updateTable('installation_backup').set(set).where('id', '=', id).where('state', 'in', PENDING)
    if ((await update.returning('id').execute()).length > 0) return
    await tx.updateTable('installation_backup').set({ problem }).where('id', '=', id).execute()
  })

/** Pages of operators show it. */
export const tellInstallationBackup = (host: Host, tx: Queries, id: string) =>
  append(
    host,
    tx,
    outcomeOf(host.clock.now().toISOString(), 'installation_backup', {
      id,
      name: null,
      silo_id: null,
      project_id: null,
    }),
  )
