// Images count toward the storage quota. Those that exist are charged, also where that exceeds the quota.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0019-image-quota',
  async up(db) {
    await sql`
      update silo_usage set storage = storage
        + (select cast(coalesce(sum(size), 0) as bigint) from image where image.silo_id = silo_usage.silo_id)
    `.execute(db)
    await sql`
      insert into project_usage (project_id, cpus, memory, storage)
      select project_id, 0, 0, cast(sum(size) as bigint) from image where project_id is not null group by project_id
      on conflict (project_id) do update set storage = project_usage.storage + excluded.storage
    `.execute(db)
    // charts of projects go on from their last sample; those of silos and the fleet get a new one within a minute
    await sql`
      update usage_sample
      set storage = (select storage from project_usage where project_usage.project_id = usage_sample.subject_id)
      where subject_id in (select project_id from image where project_id is not null)
        and time = (select max(time) from usage_sample as other where other.subject_id = usage_sample.subject_id)
    `.execute(db)
  },
}
