// The repository of the installation itself at a backup target. Server and command open it, one at a time.
import type { BackupRepository } from '#drivers/backup-engine.ts'
import type { Queries, RowOf, Tx } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { hex } from '../../frame/hex.ts'
import { purposeOf, tryOpen } from '../../frame/sealer.ts'
import { placeOf, sealedWithLostKey, type TargetRow } from './repository.ts'

const KEY_BYTES = 32

export type InstallationRepositoryRow = RowOf<'installation_repository'>
type Parts = Pick<Host, 'db' | 'clock' | 'random' | 'sealer'>

const keyPurpose = (id: string) => purposeOf('installation_repository.key', id)

/** Whoever has it is the only one that stores there. */
export const leaseOf = (repository_id: string) => `installation-repository ${repository_id}`

/** Created with the first backup. Undefined if there is no such target, or what is needed to open it is lost. */
export async function installationRepository(parts: Parts, target: string): Promise<BackupRepository | undefined> {
  const targets = parts.db.read.selectFrom('backup_target').selectAll()
  const found = await targets.where('name', '=', target).executeTakeFirst()
  if (!found) return undefined
  const row = await parts.db.transaction((tx) => repositoryAt(parts, tx, found.id))
  return tryOpenRepository(parts, row, found)
}

/** Creates it if it is not there. */
export async function repositoryAt(
  { clock, random, sealer }: Pick<Parts, 'clock' | 'random' | 'sealer'>,
  tx: Tx | Queries,
  target_id: string,
): Promise<InstallationRepositoryRow> {
  const known = await tx
    .selectFrom('installation_repository')
    .selectAll()
    .where('target_id', '=', target_id)
    .executeTakeFirst()
  if (known) return known
  const id = random.uuid()
  const key = await sealer.seal(hex(random.bytes(KEY_BYTES)), keyPurpose(id))
  const values = { id, target_id, key, time_created: clock.now().toISOString() }
  return tx.insertInto('installation_repository').values(values).returningAll().executeTakeFirstOrThrow()
}

async function tryOpenRepository(
  { sealer }: Pick<Parts, 'sealer'>,
  { id, key: sealed }: InstallationRepositoryRow,
  target: TargetRow,
): Promise<BackupRepository | undefined> {
  const key = await tryOpen(sealer, sealed, keyPurpose(id))
  return key === undefined ? undefined : { id, key, place: await placeOf({ sealer }, target) }
}

/** Notes that somebody has what opens it without this installation. */
export const noteRecovery = (tx: Queries, id: string, now: Date) =>
  tx.updateTable('installation_repository').set({ time_recovery: now.toISOString() }).where('id', '=', id).execute()

/** Must follow a change of how the target is reached: what failed need not wait, and nobody has a recovery file that says so. */
export async function placeChanged(tx: Queries, target_id: string): Promise<void> {
  const update = tx.updateTable('installation_repository').set({ time_recovery: null })
  const repository = await update.where('target_id', '=', target_id).returning('id').executeTakeFirst()
  if (!repository) return
  const waiting = tx.updateTable('installation_backup').set({ time_retry: null })
  await waiting.where('repository_id', '=', repository.id).execute()
}

/** What has to be kept elsewhere: where the repository is, and its key. */
export const recoveryText = ({ place, id, key }: BackupRepository) =>
  `${JSON.stringify({ place, id, key }, undefined, 2)}\n`

/** Rejects with the reason if what is needed to open it is lost. */
export async function openInstallationRepository(
  parts: Pick<Parts, 'sealer'>,
  db: Queries,
  row: InstallationRepositoryRow,
): Promise<BackupRepository> {
  const targets = db.selectFrom('backup_target').selectAll().where('id', '=', row.target_id)
  const repository = await tryOpenRepository(parts, row, await targets.executeTakeFirstOrThrow())
  if (!repository) throw sealedWithLostKey()
  return repository
}
