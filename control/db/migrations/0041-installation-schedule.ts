// The server makes backups of the installation on a schedule, and remembers those that failed or did not run.
// Frozen: a migration never imports the current table declarations.
import { type Kysely, sql } from 'kysely'
import { addColumn, createIndex, createTable } from '../create.ts'
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const schedule = table(
  'installation_backup_schedule',
  {
    id: uuid(),
    target_id: uuid().references('backup_target', 'restrict'),
    is_enabled: boolean(),
    schedule: json(),
    keep: json(),
    time_next: time().nullable(),
    time_modified: time(),
  },
  { primary: ['id'], index: [['target_id']] },
)

export const migration: Migration = {
  name: '0041-installation-schedule',
  async up(db, dialect) {
    await createTable(db, dialect, schedule)
    await addColumn(db, dialect, 'installation_repository', 'time_recovery', time().nullable())
    const add = (name: string, ...rest: [Parameters<typeof addColumn>[4], (string | number | boolean)?]) =>
      addColumn(db, dialect, 'installation_backup', name, ...rest)
    // until now, only the command made them
    await add('cause', text(), 'command')
    await add('state', text(), 'complete')
    await add('attempt_id', uuid().nullable())
    await add('done', integer(), 0)
    await add('problems', json(), '[]')
    await add('problem', text().nullable())
    await add('attempts', integer(), 0)
    await add('is_take_over', boolean(), false)
    for (const name of ['time_due', 'time_retry', 'time_started', 'time_ended']) await add(name, time().nullable())
    const rows = db as unknown as Kysely<Record<string, Record<string, unknown>>>
    const set = { attempt_id: sql`id`, done: sql`size`, time_started: sql`time_created` }
    await rows
      .updateTable('installation_backup')
      .set({ ...set, time_ended: sql`coalesce(time_stored, time_created)` })
      .execute()
    await rows
      .updateTable('installation_backup')
      .set({ state: 'incomplete', problem: 'It was interrupted, or does not have all disks.' })
      .where('time_stored', 'is', null)
      .execute()
    await createIndex(db, 'installation_backup', {
      name: 'installation_backup_time_created_id_index',
      columns: ['time_created', 'id'],
      unique: false,
    })
  },
}
