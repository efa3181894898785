// Alerts, their receivers, and the deliveries from the first to the second.
// Alerts name no rows of other tables with foreign keys: they outlive the resources they are about.
import type { Wire } from '#contract/api.ts'
import { boolean, integer, json, serial, table, text, time, uuid } from '../../define.ts'

/** One attempt to send. E-mails have no status and no duration. */
export interface AlertAttempt {
  result: Wire<'WebhookDeliveryAttemptResult'>
  time_sent: string
  status?: number
  duration_ms?: number
  /** Why it failed, for operators. */
  reason?: string
}

export const alert = table(
  'alert',
  {
    id: uuid(),
    alert_class: text(),
    /** What the alert is about: its class and the ids of the resource. Issues find their alert with it. */
    topic: text(),
    silo_id: uuid().nullable(),
    project_id: uuid().nullable(),
    /** What every receiver gets. */
    payload: json<Record<string, unknown>>(),
    /** What only readers of the project may see. */
    private_payload: json<Record<string, unknown>>(),
    time_created: time(),
    /** Null while it is open. */
    time_resolved: time().nullable(),
  },
  {
    primary: ['id'],
    index: [
      ['time_created', 'id'],
      ['topic', 'time_created'],
      { columns: ['alert_class', 'topic'], where: 'time_resolved is null', name: 'alert_open_index' },
    ],
  },
)

/** Conditions that an alert was raised for, so that it is not raised again while they last. */
export const alert_condition = table(
  'alert_condition',
  {
    topic: text(),
    alert_class: text(),
    time_created: time(),
    /** When it was first seen to be over. Until it has been for a while, it counts as the same condition. */
    time_ended: time().nullable(),
  },
  { primary: ['topic'] },
)

export const alert_receiver = table(
  'alert_receiver',
  {
    id: uuid(),
    name: text(),
    description: text(),
    /** A member's own subscription to a project or silo is a receiver too. */
    kind: text<'webhook' | 'email' | 'member'>(),
    /** A URL or an e-mail address. */
    endpoint: text(),
    /** At most one e-mail an hour. */
    is_digest: boolean(),
    /** For a receiver of a member: its owner, and what it is about. */
    silo_user_id: uuid().references('silo_user', 'cascade').nullable(),
    silo_id: uuid().references('silo', 'cascade').nullable(),
    project_id: uuid().references('project', 'cascade').nullable(),
    /** The last e-mail, for digests. */
    time_last_sent: time().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['kind', 'name']],
    index: [['kind', 'id'], ['silo_user_id', 'id'], ['silo_id'], ['project_id']],
  },
)

export const alert_receiver_subscription = table(
  'alert_receiver_subscription',
  { alert_receiver_id: uuid().references('alert_receiver', 'cascade'), subscription: text() },
  { primary: ['alert_receiver_id', 'subscription'] },
)

export const webhook_secret = table(
  'webhook_secret',
  {
    id: uuid(),
    alert_receiver_id: uuid().references('alert_receiver', 'cascade'),
    /** Sealed. */
    secret: text(),
    time_created: time(),
  },
  { primary: ['id'], index: [['alert_receiver_id', 'id']] },
)

export const alert_delivery = table(
  'alert_delivery',
  {
    /** The order of the queue. */
    seq: serial(),
    id: uuid(),
    alert_id: uuid().references('alert', 'cascade'),
    alert_receiver_id: uuid().references('alert_receiver', 'cascade'),
    trigger: text<Wire<'AlertDeliveryTrigger'>>(),
    /** Whether it says that the alert was raised, or that it is over. */
    notice: text<Wire<'AlertNotice'>>(),
    state: text<Wire<'AlertDeliveryState'>>(),
    attempt_log: json<AlertAttempt[]>(),
    time_created: time(),
    /** When to try next. */
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
)

/** One row at most. */
export const smtp_settings = table(
  'smtp_settings',
  {
    id: uuid(),
    host: text(),
    port: integer(),
    security: text<'tls' | 'starttls'>(),
    username: text().nullable(),
    /** Sealed. */
    password: text().nullable(),
    from_address: text(),
    time_modified: time(),
  },
  { primary: ['id'] },
)
