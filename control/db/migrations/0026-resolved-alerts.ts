// Alerts are open or resolved, and name what they are about to every receiver. Those that exist get their names, and are resolved
// unless what they report still lasts: nobody gets an e-mail about the end of something from last month.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import { addColumn, createIndex } from '../create.ts'
import { text, time } from '../define.ts'
import type { Migration } from '../migration.ts'

const NAMES = ['project_name', 'instance_name', 'disk_name', 'snapshot_name']

/** Query of the names to add. Null and missing names add nothing. */
const WITH_NAMES = {
  sqlite: `json_patch(payload, json_object(${NAMES.map((name) => `'${name}', json_extract(private_payload, '$.${name}')`).join(', ')}))`,
  postgres: `(payload::jsonb || jsonb_strip_nulls(jsonb_build_object(${NAMES.map((name) => `'${name}', private_payload::jsonb -> '${name}'`).join(', ')})))::text`,
}

export const migration: Migration = {
  name: '0026-resolved-alerts',
  async up(db, dialect) {
    await addColumn(db, dialect, 'alert', 'time_resolved', time().nullable())
    await addColumn(db, dialect, 'alert_delivery', 'notice', text(), 'raised')
    const where = 'time_resolved is null'
    await createIndex(db, 'alert', {
      name: 'alert_open_index',
      columns: ['alert_class', 'topic'],
      where,
      unique: false,
    })
    await sql.raw(`update alert set payload = ${WITH_NAMES[dialect]} where project_id is not null`).execute(db)
    await sql`update alert set time_resolved = time_created
      where topic not in (
        select topic from alert_condition
        union select 'instance.failed ' || id from instance where run_state = 'failed'
        union select 'disk.faulted ' || id from disk where disk_state = 'faulted'
        union select 'snapshot.faulted ' || id from snapshot where state = 'faulted')
      or exists (select 1 from alert later where later.topic = alert.topic and later.time_created > alert.time_created)`.execute(
      db,
    )
  },
}
