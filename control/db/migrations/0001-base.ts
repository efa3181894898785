// The schema of version 0.2.0.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import type { Migration } from '../migration.ts'
import { compute } from './initial/compute.ts'
import { fabric } from './initial/fabric.ts'
import { metrics } from './initial/metrics.ts'
import { network } from './initial/network.ts'
import { people } from './initial/people.ts'
import { simulated } from './initial/simulated.ts'
import { storage } from './initial/storage.ts'
import { system } from './initial/system.ts'

export const migration: Migration = {
  name: '0001-base',
  async up(db, dialect) {
    // referenced tables first
    for (const table of [
      ...people,
      ...system,
      ...compute,
      ...network,
      ...storage,
      ...fabric,
      ...metrics,
      ...simulated,
    ]) {
      // samples are dropped by whole partitions
      const partitionBy = 'sampled_at' in table.columns ? 'sampled_at' : undefined
      await createTable(db, dialect, table, { partitionBy })
    }
  },
}
