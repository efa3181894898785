// Interfaces and CDs of machines that run.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createTable } from '../create.ts'
import { integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const instance_cd = table(
  'instance_cd',
  {
    instance_id: uuid().references('instance', 'cascade'),
    image_id: uuid().references('image', 'restrict').nullable(),
    boot_generation: integer().nullable(),
    task: text().nullable(),
    time_modified: time(),
  },
  { primary: ['instance_id'], index: [['image_id']] },
)

export const migration: Migration = {
  name: '0029-hotplug',
  async up(db, dialect) {
    await addColumn(db, dialect, 'network_interface', 'plug', text().nullable())
    await createTable(db, dialect, instance_cd)
  },
}
