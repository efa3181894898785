// Repositories at backup targets: how the engine opens them, and what their owners see.
import type { Wire } from '#contract/api.ts'
import type { BackupEngine, BackupPlace, BackupRepository } from '#drivers/backup-engine.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import type { Ctx, Host } from '../../frame/context.ts'
import { purposeOf, tryOpen } from '../../frame/sealer.ts'
import { BackupProblem } from './backup-error.ts'

export type RepositoryRow = RowOf<'backup_repository'>
export type TargetRow = RowOf<'backup_target'>

export const keyPurpose = (id: string) => purposeOf('backup_repository.key', id)
export const secretPurpose = (id: string) => purposeOf('backup_target.secret', id)

export interface Opened {
  engine: BackupEngine
  repository: BackupRepository
}

/** Rejects with the reason if it cannot be used from here. */
export async function openRepository(host: Host, row: RepositoryRow): Promise<Opened> {
  const engine = host.backupEngine
  if (!engine) throw new BackupProblem('refused', 'the server was started without an engine for backups')
  const targets = host.db.read.selectFrom('backup_target').selectAll().where('id', '=', row.target_id)
  const place = await placeOf(host, await targets.executeTakeFirstOrThrow())
  const key = await tryOpen(host.sealer, row.key, keyPurpose(row.id))
  if (key === undefined) throw sealedWithLostKey()
  return { engine, repository: { id: row.id, key, place } }
}

/** With what is needed to reach it. */
export async function placeOf(
  { sealer }: Pick<Host, 'sealer'>,
  { id, place, secret }: TargetRow,
): Promise<BackupPlace> {
  if (place.kind === 'directory') return place
  const opened = secret === null ? undefined : await tryOpen(sealer, secret, secretPurpose(id))
  if (opened === undefined) throw sealedWithLostKey()
  return place.kind === 's3' ? { ...place, secret_access_key: opened } : { ...place, private_key: opened }
}

export const sealedWithLostKey = () =>
  new BackupProblem('wrong_key', 'the key of the repository was sealed with a secret key that is lost')

type Shown = RepositoryRow & { silo_name: string }

export const shownRepository = (row: Shown): Wire<'BackupRepository'> => ({
  id: row.id,
  target_id: row.target_id,
  silo_id: row.silo_id,
  silo_name: row.silo_name,
  size: row.size,
  time_verified: row.time_verified,
  is_verifying: row.verify !== null,
  is_importing: row.import !== null,
  problem: row.time_damaged === null ? row.problem : 'the repository is damaged',
  time_failed: row.time_damaged ?? row.time_failed,
  time_created: row.time_created,
})

export const repositories = (db: Queries) =>
  db
    .selectFrom('backup_repository')
    .innerJoin('silo', 'silo.id', 'backup_repository.silo_id')
    .selectAll('backup_repository')
    .select('silo.name as silo_name')

/** Bytes of one disk, and the description of the backup, in the repository. */
export const diskTag = (id: string) => `disk-${id}`
export const descriptionTag = (id: string) => `backup-${id}`

/** What is needed to reach a place is kept sealed. */
export async function sealed(
  { host }: Pick<Ctx, 'host'>,
  id: string,
  given: BackupPlace,
): Promise<Pick<TargetRow, 'place' | 'secret'>> {
  if (given.kind === 'directory') return { place: given, secret: null }
  const [place, secret] = parted(given)
  return { place, secret: await host.sealer.seal(secret, secretPurpose(id)) }
}

/** What everybody may see, and what nobody may. */
function parted(given: Exclude<BackupPlace, { kind: 'directory' }>): [TargetRow['place'], string] {
  if (given.kind === 's3') {
    const { secret_access_key, ...place } = given
    return [place, secret_access_key]
  }
  const { private_key, ...place } = given
  return [place, private_key]
}
