// Backup targets, and the silos that have a repository there.
import type { Input } from '#contract/api.ts'
import type { backupTarget as operations } from '#contract/backup-target.ts'
import type { BackupPlace } from '#drivers/backup-engine.ts'
import type { Role } from '../../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { alreadyExists, invalidRequest, invalidValue, isUuid, notFound } from '../../frame/errors.ts'
import { findSilo, type SiloRow } from '../../frame/find-silo.ts'
import { assertFleet, assertFleetThing } from '../../frame/fleet.ts'
import { hex } from '../../frame/hex.ts'
import { newIdentity, uniquely, updateIdentity } from '../../frame/identity.ts'
import { page, pageBy } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { backupErrorOf } from './backup-error.ts'
import { placeChanged } from './installation-repository.ts'
import { OTHER_OWNER, otherMarks } from './owner.ts'
import {
  keyPurpose,
  placeOf,
  repositories,
  sealed,
  shownRepository,
  type RepositoryRow,
  type TargetRow,
} from './repository.ts'

const NO_ENGINE = 'this installation has no engine for backups: start the server with --backup-root'
const LABEL = 'backup-target'
const KEY_BYTES = 32
/** A part of every repository is read so often. */
export const VERIFY_INTERVAL_MS = 30 * 24 * 3_600_000

export const backupTarget = {
  async backup_target_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return page(query, ctx.db.selectFrom('backup_target').selectAll(), 'backup_target')
  },

  backup_target_create: {
    async outside(ctx, { body }) {
      assertFleet(ctx, 'admin')
      await checkCa(ctx, body.place)
      await mustWork(ctx, body.place)
      return ctx.write(async (inside) => {
        assertFleet(inside, 'admin')
        const identity = newIdentity(inside, body)
        inside.subject(identity, FLEET)
        const { place, secret } = await sealed(inside, identity.id, body.place)
        const insert = inside.db.insertInto('backup_target').values({ ...identity, place, secret })
        return uniquely(LABEL, body.name, insert.returningAll().executeTakeFirstOrThrow())
      })
    },
  },

  async backup_target_view(ctx, { path }) {
    return findTarget(ctx, path.target, 'viewer')
  },

  async backup_target_update(ctx, { path, body }) {
    const row = ctx.subject(await findTarget(ctx, path.target, 'admin'), FLEET)
    if (body.ca === null) return updateIdentity(ctx, 'backup_target', LABEL, row, body)
    if (row.place.kind !== 's3') throw invalidValue('ca', 'only S3 servers have a certificate')
    const place = { ...row.place, ca: body.ca === '' ? null : body.ca }
    await checkCa(ctx, place)
    // what failed for the old one need not wait
    const failed = ctx.db.updateTable('backup_repository').set({ time_retry: null })
    await failed.where('target_id', '=', row.id).execute()
    await placeChanged(ctx.db, row.id)
    ctx.poke('backup', 'installation-backup')
    return updateIdentity(ctx, 'backup_target', LABEL, row, body, { place })
  },

  async backup_target_delete(ctx, { path }) {
    const row = ctx.subject(await findTarget(ctx, path.target, 'admin'), FLEET)
    const used = ctx.db.selectFrom('backup_repository').select('id').where('target_id', '=', row.id)
    if (await used.executeTakeFirst())
      throw invalidRequest(`backup target "${row.name}" is in use: take it from all silos first`)
    const own = ctx.db.selectFrom('installation_repository').select('id').where('target_id', '=', row.id)
    if (await own.executeTakeFirst())
      throw invalidRequest(`backup target "${row.name}" is in use: backups of the installation are stored there`)
    const planned = ctx.db.selectFrom('installation_backup_schedule').select('id').where('target_id', '=', row.id)
    if (await planned.executeTakeFirst())
      throw invalidRequest(`backup target "${row.name}" is in use: backups of the installation are planned there`)
    await ctx.db.deleteFrom('backup_target').where('id', '=', row.id).execute()
  },

  async backup_target_silo_list(ctx, { path, query }) {
    const target = await findTarget(ctx, path.target, 'viewer')
    const rows = repositories(ctx.db).where('target_id', '=', target.id)
    const { items, next_page } = await pageBy(query, rows, [{ column: 'backup_repository.id', text: (row) => row.id }])
    return { items: items.map(shownRepository), next_page }
  },

  async backup_target_silo_add(ctx, { path, body }) {
    const [target, silo] = await findBoth(ctx, path.target, body.silo)
    if (await repositoryOf(ctx, target, silo)) throw alreadyExists('backup-repository', silo.name)
    const [id, key] = [ctx.host.random.uuid(), hex(ctx.host.random.bytes(KEY_BYTES))]
    const row = await ctx.db
      .insertInto('backup_repository')
      .values({
        ...newRepository(ctx, id, target, silo),
        key: await ctx.host.sealer.seal(key, keyPurpose(id)),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    ctx.poke('backup')
    return { repository: shownRepository({ ...row, silo_name: silo.name }), key }
  },

  backup_target_silo_import: {
    async outside(ctx, { path, body }) {
      const [target] = await findBoth(ctx, path.target, body.silo)
      const tags = await tagsOf(ctx, target, body)
      if (!body.take_over && (await otherMarks(ctx.host, tags)).length > 0)
        throw invalidRequest(`${OTHER_OWNER}: take it over only if that installation is gone or no longer needs it`)
      return ctx.write(async (inside) => {
        const found = await findBoth(inside, path.target, body.silo)
        const row = await adopt(inside, ...found, body)
        inside.poke('backup')
        return shownRepository({ ...row, silo_name: found[1].name })
      })
    },
  },

  /** What is stored there stays there. */
  async backup_target_silo_remove(ctx, { path }) {
    const [target, silo] = await findBoth(ctx, path.target, path.silo)
    const row = await existing(ctx, target, silo)
    const backups = ctx.db.selectFrom('backup').select('id').where('repository_id', '=', row.id)
    if (await backups.executeTakeFirst())
      throw invalidRequest(`silo "${silo.name}" has backups at "${target.name}": delete them first`)
    const policies = ctx.db.selectFrom('protection_policy').select('name').where('silo_id', '=', silo.id)
    const using = await policies.where('backup_target_id', '=', target.id).executeTakeFirst()
    if (using) throw invalidRequest(`protection policy "${using.name}" of silo "${silo.name}" uses "${target.name}"`)
    await ctx.db.deleteFrom('backup_repository').where('id', '=', row.id).execute()
  },

  async backup_target_silo_verify(ctx, { path }) {
    const [target, silo] = await findBoth(ctx, path.target, path.silo)
    const row = await existing(ctx, target, silo)
    if (row.time_made === null) throw invalidRequest(`silo "${silo.name}" has stored nothing at "${target.name}" yet`)
    const set = { verify: 'all' as const, time_retry: null }
    await ctx.db.updateTable('backup_repository').set(set).where('id', '=', row.id).execute()
    ctx.poke('backup')
    return shownRepository({ ...row, ...set, silo_name: silo.name })
  },

  async own_backup_target_list(ctx) {
    const items = await ctx.db
      .selectFrom('backup_repository')
      .innerJoin('backup_target', 'backup_target.id', 'backup_repository.target_id')
      .select(['backup_target.id', 'backup_target.name', 'backup_target.description'])
      .where('silo_id', '=', actorOf(ctx).silo_id)
      .orderBy('backup_target.name')
      .execute()
    return { items }
  },
} satisfies Handlers<keyof typeof operations>

async function findTarget(ctx: Ctx, selector: string, role: Role): Promise<TargetRow> {
  assertFleetThing(ctx, LABEL, selector, role)
  const rows = ctx.db.selectFrom('backup_target').selectAll()
  const row = await rows.where(isUuid(selector) ? 'id' : 'name', '=', selector).executeTakeFirst()
  if (!row) throw notFound(LABEL, selector)
  return row
}

async function findBoth(ctx: Ctx, target: string, silo: string): Promise<[TargetRow, SiloRow]> {
  const found = await findTarget(ctx, target, 'admin')
  return [ctx.subject(found, FLEET), await findSilo(ctx, silo, 'read')]
}

const repositoryOf = (ctx: Ctx, target: TargetRow, silo: SiloRow): Promise<RepositoryRow | undefined> =>
  ctx.db
    .selectFrom('backup_repository')
    .selectAll()
    .where('target_id', '=', target.id)
    .where('silo_id', '=', silo.id)
    .executeTakeFirst()

async function existing(ctx: Ctx, target: TargetRow, silo: SiloRow): Promise<RepositoryRow> {
  const row = await repositoryOf(ctx, target, silo)
  if (!row) throw notFound('backup-repository', silo.name)
  return row
}

type Import = Input<'backup_target_silo_import'>['body']

/** A wrong ID or key is said at once. */
async function tagsOf({ host }: Ctx, target: TargetRow, { repository: id, key }: Import): Promise<string[]> {
  const engine = host.backupEngine
  if (!engine) throw invalidRequest(NO_ENGINE)
  try {
    return await engine.tags({ id, key, place: await placeOf(host, target) })
  } catch (error) {
    const code = backupErrorOf(error)
    if (code === 'wrong_key') throw invalidValue('key', (error as Error).message)
    if (code === 'gone') throw invalidValue('repository', `there is no repository ${id} at "${target.name}"`)
    if (code) throw invalidRequest(`"${target.name}" cannot be used now: ${(error as Error).message}`)
    throw error
  }
}

/** The silo may have it already: a copy of an installation, or one that was restored, takes it over. */
async function adopt(ctx: Ctx, target: TargetRow, silo: SiloRow, body: Import): Promise<RepositoryRow> {
  const set = {
    key: await ctx.host.sealer.seal(body.key, keyPurpose(body.repository)),
    import: body.take_over ? ('take_over' as const) : ('wanted' as const),
    time_made: ctx.now,
    time_retry: null,
  }
  const known = await ctx.db
    .selectFrom('backup_repository')
    .selectAll()
    .where('id', '=', body.repository)
    .executeTakeFirst()
  if (known) {
    if (known.silo_id !== silo.id || known.target_id !== target.id)
      throw invalidRequest('another silo, or the same one at another target, has this repository')
    const update = ctx.db.updateTable('backup_repository').set(set).where('id', '=', known.id)
    return update.returningAll().executeTakeFirstOrThrow()
  }
  if (await repositoryOf(ctx, target, silo))
    throw invalidRequest(
      `silo "${silo.name}" has a repository at "${target.name}" already: take the target from it, or add the place as another target`,
    )
  return ctx.db
    .insertInto('backup_repository')
    .values({ ...newRepository(ctx, body.repository, target, silo), ...set })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const newRepository = (ctx: Ctx, id: string, target: TargetRow, silo: SiloRow) => ({
  id,
  target_id: target.id,
  silo_id: silo.id,
  parts_read: 0,
  time_verify_due: new Date(Date.parse(ctx.now) + VERIFY_INTERVAL_MS).toISOString(),
  is_prune_due: false,
  attempts: 0,
  time_created: ctx.now,
})

async function checkCa({ now }: Pick<Ctx, 'now'>, place: TargetRow['place'] | BackupPlace): Promise<void> {
  if (place.kind !== 's3' || typeof place.ca !== 'string') return
  // loaded on first use, as for the audit log
  const { checkAuthorities } = await import('../../silo/certificate-check.ts')
  checkAuthorities(place.ca, 'ca', new Date(now))
}

/** A typing error is said when the target is created, not at the first backup. */
async function mustWork({ host }: Ctx, place: BackupPlace): Promise<void> {
  const engine = host.backupEngine
  if (!engine) throw invalidRequest(NO_ENGINE)
  if (!engine.kinds.includes(place.kind)) throw invalidRequest(`the server has no backup targets of kind ${place.kind}`)
  try {
    await engine.check(place)
  } catch (error) {
    if (backupErrorOf(error)) throw invalidValue('place', (error as Error).message)
    throw error
  }
}
