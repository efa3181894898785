// Authorization test cases for backups at targets.
import type { backup as operations } from '#contract/backup.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makeGiven } from './backup-target.ts'
import { inWeb } from './disk.ts'

/** As the backup loop leaves it. */
async function makeBackup(w: Prepared): Promise<Named> {
  const target = await makeGiven(w)
  const { db, random, clock } = w.world.host
  const repositories = db.read.selectFrom('backup_repository').select(['id', 'silo_id'])
  const { id: repository_id, silo_id } = await repositories.where('target_id', '=', target.id).executeTakeFirstOrThrow()
  const now = clock.now().toISOString()
  const id = random.uuid()
  await db.transaction(async (tx) => {
    await tx
      .insertInto('backup')
      .values({
        id,
        repository_id,
        target_id: target.id,
        silo_id,
        project_id: w.project.id,
        project_name: w.project.name,
        point_id: random.uuid(),
        policy_id: random.uuid(),
        policy_name: 'nightly',
        noun: 'disk',
        resource_id: random.uuid(),
        resource_name: 'data',
        state: 'ready',
        size: 2 ** 30,
        done: 2 ** 30,
        time_created: now,
        time_stored: now,
      })
      .execute()
    const disk = { id: random.uuid(), backup_id: id, snapshot_id: random.uuid(), name: 'data', sha256: 'ab' }
    await tx
      .insertInto('backup_disk')
      .values({ ...disk, size: 2 ** 30, block_size: 512, is_boot: false })
      .execute()
  })
  return { id, name: 'data' }
}

const makePolicy = (w: Prepared): Promise<Named> =>
  must(w.owner, 'POST', '/rackwright/protection-policies?project=web', {
    name: w.fresh('policy'),
    description: '',
    schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
    keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
    covers: { kind: 'label', label: 'nowhere' },
  })

const at = (_: Prepared, { id }: Named) => ({ path: { backup: id }, hidden: `backup with id "${id}"` })

export const backup: Cases<keyof typeof operations> = {
  backup_list: row({ rule: inProject('viewer'), call: inWeb }),
  backup_view: row({ rule: inProject('viewer'), make: makeBackup, call: at }),
  backup_delete: row({ rule: inProject('collaborator'), make: makeBackup, call: at }),
  backup_restore: row({
    rule: inProject('collaborator'),
    make: makeBackup,
    call: (w, made) => ({ ...at(w, made), body: { name: w.fresh('back'), as: 'disk' } }),
  }),
  backup_restore_list: row({ rule: inProject('viewer'), call: inWeb }),
  protection_policy_target_update: row({
    rule: inProject('collaborator'),
    make: makePolicy,
    call: (_, { id }: Named) => ({
      path: { policy: id },
      body: { backup_target_id: null },
      hidden: `protection-policy with id "${id}"`,
    }),
  }),
}
