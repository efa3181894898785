// Indexes for looking up the owner of an address.
// Frozen: a migration never imports the current table declarations.
import { createIndex } from '../create.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0005-lookup',
  async up(db) {
    const add = (table: string, column: string) =>
      createIndex(db, table, { name: `${table}_${column}_index`, columns: [column], unique: false })
    await add('network_interface', 'ip_key')
    await add('network_interface', 'mac')
    await add('probe', 'mac')
  },
}
