// Volumes, instances and sleds have an architecture. What exists ran on x86-64, unless its boot files say otherwise: they are read
// after the start.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import { addColumn, createIndex } from '../create.ts'
import { json, text } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0028-architecture',
  async up(db, dialect) {
    await addColumn(db, dialect, 'volume', 'architecture', text().nullable())
    await addColumn(db, dialect, 'volume', 'architecture_task', text().nullable())
    await addColumn(db, dialect, 'instance', 'architecture', text().nullable())
    for (const table of ['sled', 'uninitialized_sled'])
      await addColumn(db, dialect, table, 'architectures', json<string[]>().nullable())
    await createIndex(db, 'volume', {
      name: 'volume_architecture_task_id_index',
      columns: ['architecture_task', 'id'],
      unique: false,
      where: 'architecture_task is not null',
    })
    await sql`update volume set architecture = 'x86_64', architecture_task = 'read' where owner <> 'upload'`.execute(db)
    await sql`update instance set architecture = 'x86_64' where generation > 0`.execute(db)
  },
}
