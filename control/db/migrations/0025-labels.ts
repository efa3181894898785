// Resources have labels, and the instances of a silo are listed across its projects.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createIndex } from '../create.ts'
import { json } from '../define.ts'
import type { Migration } from '../migration.ts'

const LABELED = ['instance', 'disk', 'image', 'snapshot', 'project', 'floating_ip']

export const migration: Migration = {
  name: '0025-labels',
  async up(db, dialect) {
    for (const table of LABELED) {
      await addColumn(db, dialect, table, 'labels', json<string[]>().nullable())
      const columns = table === 'project' ? ['silo_id', 'id'] : ['silo_id', 'project_id', 'id']
      const name = `${table}_labels_index`
      await createIndex(db, table, { name, columns, unique: false, where: 'labels is not null' })
    }
    for (const columns of [
      ['silo_id', 'name', 'id'],
      ['silo_id', 'id'],
    ]) {
      const name = `instance_${columns.join('_')}_index`
      await createIndex(db, 'instance', { name, columns, unique: false })
    }
  },
}
