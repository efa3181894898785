// Alerts, their receivers and deliveries, and the server that sends e-mail.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { boolean, integer, json, serial, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

// referenced tables first
const tables = [
  table(
    'alert',
    {
      id: uuid(),
      alert_class: text(),
      topic: text(),
      silo_id: uuid().nullable(),
      project_id: uuid().nullable(),
      payload: json(),
      private_payload: json(),
      time_created: time(),
    },
    {
      primary: ['id'],
      index: [
        ['time_created', 'id'],
        ['topic', 'time_created'],
      ],
    },
  ),
  table(
    'alert_condition',
    {
      topic: text(),
      alert_class: text(),
      time_created: time(),
      time_ended: time().nullable(),
    },
    { primary: ['topic'] },
  ),
  table(
    'alert_receiver',
    {
      id: uuid(),
      name: text(),
      description: text(),
      kind: text(),
      endpoint: text(),
      is_digest: boolean(),
      silo_user_id: uuid().references('silo_user', 'cascade').nullable(),
      silo_id: uuid().references('silo', 'cascade').nullable(),
      project_id: uuid().references('project', 'cascade').nullable(),
      time_last_sent: time().nullable(),
      time_created: time(),
      time_modified: time(),
    },
    {
      primary: ['id'],
      unique: [['kind', 'name']],
      index: [['kind', 'id'], ['silo_user_id', 'id'], ['silo_id'], ['project_id']],
    },
  ),
  table(
    'alert_receiver_subscription',
    { alert_receiver_id: uuid().references('alert_receiver', 'cascade'), subscription: text() },
    { primary: ['alert_receiver_id', 'subscription'] },
  ),
  table(
    'webhook_secret',
    {
      id: uuid(),
      alert_receiver_id: uuid().references('alert_receiver', 'cascade'),
      secret: text(),
      time_created: time(),
    },
    { primary: ['id'], index: [['alert_receiver_id', 'id']] },
  ),
  table(
    'alert_delivery',
    {
      seq: serial(),
      id: uuid(),
      alert_id: uuid().references('alert', 'cascade'),
      alert_receiver_id: uuid().references('alert_receiver', 'cascade'),
      trigger: text(),
      state: text(),
      attempt_log: json(),
      time_created: time(),
      time_due: time(),
    },
    {
      primary: ['seq'],
      unique: [['id']],
      index: [
        ['alert_id'],
        ['alert_receiver_id', 'time_created', 'id'],
        ['alert_receiver_id', 'state', 'time_created', 'id'],
        ['time_created'],
        { columns: ['alert_receiver_id', 'seq'], where: "state = 'pending'", name: 'alert_delivery_queue_index' },
      ],
    },
  ),
  table(
    'smtp_settings',
    {
      id: uuid(),
      host: text(),
      port: integer(),
      security: text(),
      username: text().nullable(),
      password: text().nullable(),
      from_address: text(),
      time_modified: time(),
    },
    { primary: ['id'] },
  ),
]

export const migration: Migration = {
  name: '0003-alerts',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
  },
}
