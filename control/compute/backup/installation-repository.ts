// The repository of the installation itself at a backup target, and the backups in it. The command `backup` stores them.
import type { BackupRepository } from '#drivers/backup-engine.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { hex } from '../../frame/hex.ts'
import { purposeOf, tryOpen } from '../../frame/sealer.ts'
import { BackupProblem } from './backup-error.ts'
import { toRemove } from '../protection-policy/retention.ts'
import { placeOf } from './repository.ts'

const KEY_BYTES = 32
/** What stays of the backups of the installation. */
const KEPT = { hourly: 0, daily: 7, weekly: 5, monthly: 12 }

export type InstallationBackupRow = RowOf<'installation_backup'>
type Parts = Pick<Host, 'db' | 'clock' | 'random' | 'sealer'>

const keyPurpose = (id: string) => purposeOf('installation_repository.key', id)

/** Created with the first backup. Undefined if there is no such target, or what is needed to open it is lost. */
export async function installationRepository(parts: Parts, target: string): Promise<BackupRepository | undefined> {
  const { db, clock, random, sealer } = parts
  const found = await db.read.selectFrom('backup_target').selectAll().where('name', '=', target).executeTakeFirst()
  if (!found) return undefined
  const [id, secret] = [random.uuid(), hex(random.bytes(KEY_BYTES))]
  const fresh = { id, target_id: found.id, key: await sealer.seal(secret, keyPurpose(id)) }
  const row = await db.transaction(async (tx) => {
    const known = await repositoryAt(tx, found.id)
    const values = { ...fresh, time_created: clock.now().toISOString() }
    return known ?? tx.insertInto('installation_repository').values(values).returningAll().executeTakeFirstOrThrow()
  })
  const key = await tryOpen(sealer, row.key, keyPurpose(row.id))
  return key === undefined ? undefined : { id: row.id, key, place: await placeOf({ sealer }, found) }
}

const repositoryAt = (db: Queries, target_id: string) =>
  db.selectFrom('installation_repository').selectAll().where('target_id', '=', target_id).executeTakeFirst()

/** Before anything is stored, so that what an interruption leaves is found and removed by the next backup. */
export const beginInstallationBackup = (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  row: Pick<InstallationBackupRow, 'id' | 'repository_id' | 'tags' | 'size'>,
): Promise<unknown> =>
  db.transaction((tx) =>
    tx
      .insertInto('installation_backup')
      .values({ ...row, time_created: clock.now().toISOString() })
      .execute(),
  )

/**
 * Returns what is no longer kept: old backups, and all others that are not complete. One without all disks stays until the next one, and
 * takes the place of none that has them.
 */
export async function endInstallationBackup(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { id, repository_id }: { id: string; repository_id: string },
  isComplete = true,
): Promise<InstallationBackupRow[]> {
  return db.transaction(async (tx) => {
    const set = { time_stored: isComplete ? clock.now().toISOString() : null }
    const own = tx.updateTable('installation_backup').set(set).where('id', '=', id).returning('id')
    if (!(await own.executeTakeFirst())) throw new BackupProblem('failed', 'another backup has removed this one')
    const of = tx.selectFrom('installation_backup').selectAll().where('repository_id', '=', repository_id)
    const all = await of.orderBy('time_created').execute()
    const complete = all.filter(({ time_stored }) => time_stored !== null)
    const points = complete.map((row) => ({ id: row.id, time: new Date(row.time_created) }))
    const old = new Set(toRemove(points, KEPT, 'UTC'))
    return all.filter((row) => row.id !== id && (row.time_stored === null || old.has(row.id)))
  })
}

/** Its data is gone from the repository. */
export const forgetInstallationBackups = ({ db }: Pick<Parts, 'db'>, ids: readonly string[]): Promise<unknown> =>
  db.transaction((tx) => tx.deleteFrom('installation_backup').where('id', 'in', ids).execute())
