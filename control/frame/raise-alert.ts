// Raises an alert in the transaction of what it reports, so that neither exists without the other, and queues it for every receiver
// that is subscribed to its class. reconcile/alert-delivery.ts sends it.
import { sql } from 'kysely'
import { matchesClass, type AlertClassName } from '#contract/alert-classes.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Host } from './context.ts'

export interface NewAlert {
  alert_class: AlertClassName
  /** Distinguishes the resource from others of the same class. */
  target: string
  silo_id?: string | null | undefined
  project_id?: string | null | undefined
  /** Every receiver gets this. */
  payload: Record<string, unknown>
  /** Members also get this. */
  private_payload?: Record<string, unknown>
  /** A receiver that does not get it, because the alert is about that receiver. */
  except?: string | undefined
}

type Scope = Pick<Host, 'db' | 'random'>

/** An arbitrary number that no other lock has. */
const ALERT_LOCK = 4601

export const topicOf = (alertClass: AlertClassName, target: string) => `${alertClass} ${target}`.trim()

/** Returns the id of the alert. */
export async function raiseAlert(host: Scope, db: Queries, now: string, given: NewAlert): Promise<string> {
  await lockQueue(host, db)
  const id = host.random.uuid()
  const { alert_class, target, silo_id = null, project_id = null, payload, private_payload = {} } = given
  const topic = topicOf(alert_class, target)
  // the new alert takes the place of one that nobody has seen end
  await closeAlerts(db, topic, now)
  const time_resolved = alert_class === 'instance.restarted' ? now : null
  const row = {
    id,
    alert_class,
    topic,
    silo_id,
    project_id,
    payload,
    private_payload,
    time_created: now,
    time_resolved,
  }
  await db.insertInto('alert').values(row).execute()
  const subscribed = await receiversOf(db, now, alert_class, silo_id, project_id)
  const receivers = subscribed.filter((receiver) => receiver !== given.except)
  await queue(host, db, now, { alert_id: id, notice: time_resolved ? 'resolved' : 'raised', receivers })
  return id
}

/** Returns the IDs of those that were open. */
async function closeAlerts(db: Queries, topic: string, time_resolved: string): Promise<string[]> {
  const open = db.updateTable('alert').set({ time_resolved }).where('topic', '=', topic)
  return (await open.where('time_resolved', 'is', null).returning('id').execute()).map(({ id }) => id)
}

/** Whoever got the alert also hears that it is over. */
export async function resolveAlert(
  host: Scope,
  db: Queries,
  now: string,
  { topic, time_ended = now }: { topic: string; time_ended?: string },
): Promise<void> {
  await lockQueue(host, db)
  for (const alert_id of await closeAlerts(db, topic, time_ended)) {
    const told = db.selectFrom('alert_delivery').select('alert_receiver_id').distinct().where('alert_id', '=', alert_id)
    const receivers = (await told.where('trigger', '=', 'alert').execute()).map((row) => row.alert_receiver_id)
    await queue(host, db, now, { alert_id, notice: 'resolved', receivers })
  }
}

interface Queued {
  alert_id: string
  notice: RowOf<'alert_delivery'>['notice']
  receivers: readonly string[]
}

async function queue(host: Scope, db: Queries, now: string, { alert_id, notice, receivers }: Queued): Promise<void> {
  if (receivers.length === 0) return
  const deliveries = receivers.map((alert_receiver_id) => ({
    id: host.random.uuid(),
    alert_id,
    alert_receiver_id,
    trigger: 'alert' as const,
    notice,
    state: 'pending' as const,
    attempt_log: [],
    time_created: now,
    time_due: now,
  }))
  await db.insertInto('alert_delivery').values(deliveries).execute()
}

/** A receiver gets alerts in the order of their numbers, so numbers must commit in order. */
async function lockQueue(host: Scope, db: Queries): Promise<void> {
  if (host.db.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${ALERT_LOCK})`.execute(db)
}

/** Members' roles are checked when the alert is sent. What was raised before an address was confirmed is never sent there. */
async function receiversOf(
  db: Queries,
  now: string,
  alertClass: string,
  silo: string | null,
  project: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_receiver')
    .innerJoin('alert_receiver_subscription', 'alert_receiver_id', 'alert_receiver.id')
    .leftJoin('member_address', (join) =>
      join
        .onRef('member_address.silo_user_id', '=', 'alert_receiver.silo_user_id')
        .onRef('member_address.address', '=', 'alert_receiver.endpoint'),
    )
    .select(['alert_receiver.id', 'subscription'])
    .where((is) =>
      is.or([
        is('kind', 'in', ['webhook', 'email']),
        is.and([
          is('kind', '=', 'member'),
          is.or([is('time_confirmed', 'is not', null), is('grace_until', '>', now)]),
          is('silo_id', '=', silo ?? ''),
          is.or([is('project_id', 'is', null), is('project_id', '=', project ?? '')]),
        ]),
      ]),
    )
    .execute()
  return [...new Set(rows.filter((row) => matchesClass(row.subscription, alertClass)).map((row) => row.id))]
}

interface InProject {
  id: string
  name: string
  silo_id: string
  project_id: string | null
}

/** An alert about a resource in a project. `details` are for readers of the project. */
export async function raiseInProject(
  host: Scope,
  db: Queries,
  now: string,
  alert_class: AlertClassName,
  { noun, row, details = {} }: { noun: string; row: InProject; details?: Record<string, unknown> },
): Promise<void> {
  const { id, name, silo_id, project_id } = row
  const silo = await db.selectFrom('silo').select('name').where('id', '=', silo_id).executeTakeFirst()
  const project = await db
    .selectFrom('project')
    .select('name')
    .where('id', '=', project_id ?? '')
    .executeTakeFirst()
  await raiseAlert(host, db, now, {
    alert_class,
    target: id,
    silo_id,
    project_id,
    payload: {
      silo_id,
      silo_name: silo?.name ?? null,
      project_id,
      project_name: project?.name ?? null,
      [`${noun}_id`]: id,
      [`${noun}_name`]: name,
    },
    private_payload: details,
  })
}

/** Raises an alert about a condition unless it is already known. `endsAt` forgets it without anyone noticing its end. */
export async function raiseOnce(
  host: Scope,
  db: Queries,
  now: string,
  alert: NewAlert,
  endsAt: string | null = null,
): Promise<void> {
  const topic = topicOf(alert.alert_class, alert.target)
  const values = { topic, alert_class: alert.alert_class, time_created: now, time_ended: endsAt }
  const insert = db
    .insertInto('alert_condition')
    .values(values)
    .onConflict((there) => there.doNothing())
  if ((await insert.returning('topic').execute()).length > 0) await raiseAlert(host, db, now, alert)
}
