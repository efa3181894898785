// What an upgrade makes of backups of the installation that the command has stored.
import { type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { migrate, migrations } from '../migrate.ts'

const EARLY = '2026-01-01T00:00:00.000Z'
const LATE = '2026-01-02T00:00:00.000Z'
type Untyped = Record<string, Record<string, unknown>>
const BEFORE = migrations.filter(({ name }) => name < '0041')

eachDatabase((_name, open) => {
  test('stored backups stay, with the ID that a restore takes, and those without all disks are incomplete', async () => {
    const db = await open({ empty: true })
    await migrate(db, new Date(EARLY), BEFORE)
    const insert = (table: string, row: Record<string, unknown>) =>
      db.transaction((tx) => (tx as unknown as Kysely<Untyped>).insertInto(table).values(row).execute())
    const times = { time_created: EARLY, time_modified: EARLY }
    await insert('backup_target', { id: 't', name: 'tapes', description: '', place: { kind: 'directory' }, ...times })
    await insert('installation_repository', { id: 'r', target_id: 't', key: 'sealed', time_created: EARLY })
    const backup = (id: string, time_stored: string | null) =>
      insert('installation_backup', {
        id,
        repository_id: 'r',
        tags: [`part-${id}-0`],
        size: 7,
        time_created: EARLY,
        time_stored,
      })
    await backup('a', LATE)
    await backup('b', null)

    await migrate(db, new Date(LATE))
    const rows = await db.read.selectFrom('installation_backup').selectAll().orderBy('id').execute()
    const common = { cause: 'command', done: 7, problems: [], attempts: 0, is_take_over: false, time_started: EARLY }
    expect(rows).toMatchObject([
      { ...common, attempt_id: 'a', tags: ['part-a-0'], state: 'complete', problem: null, time_ended: LATE },
      { ...common, attempt_id: 'b', tags: ['part-b-0'], state: 'incomplete', time_stored: null, time_ended: EARLY },
    ])
    expect(rows[1]!.problem).toContain('does not have all disks')
    expect(await db.read.selectFrom('installation_backup_schedule').selectAll().execute()).toEqual([])
  })
})
