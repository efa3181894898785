// The initial schema. Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import type { Migration } from '../migration.ts'
import { compute } from './initial/compute.ts'
import { network } from './initial/network.ts'
import { people } from './initial/people.ts'
import { storage } from './initial/storage.ts'

export const migration: Migration = {
  name: '0001-initial',
  async up(db, dialect) {
    // referenced tables first
    for (const table of [...people, ...compute, ...network, ...storage]) await createTable(db, dialect, table)
  },
}
