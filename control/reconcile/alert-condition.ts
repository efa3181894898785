// Raises an alert when a condition of the system begins: a sled stops answering, a quota is nearly reached. The database remembers
// which ones are known, so that neither a restart nor another replica reports them again.
import type { Actor } from '../frame/authz.ts'
import type { Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { makeTroubles } from '../frame/troubles.ts'
import { raiseOnce, resolveAlert, topicOf, type NewAlert } from '../frame/raise-alert.ts'
import { conditionsOf } from '../system/issue/issue.ts'
import { alertClassOf, targetOf, topicOfIssue, type Alerted } from '../system/issue/sent-alert.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 15_000
/** A condition that comes back within this time is the same one: a level that goes up and down must not raise an alert each time. */
const HOLD_MS = 600_000

/** Reads as a fleet viewer. */
const OPERATOR: Actor = {
  id: '',
  external_id: '',
  silo_id: '',
  silo_name: '',
  fleet: 'viewer',
  silo: undefined,
  projects: new Map(),
}

export function alertConditionLoop(host: Host): Loop {
  const troubles = makeTroubles(host.clock)

  async function step(): Promise<void> {
    const issues = await conditionsOf({ host, db: host.db.read, actor: OPERATOR }, troubles)
    const present = new Map(issues.map((issue) => [topicOfIssue(issue), issue]))
    const now = host.clock.now()
    const held = new Date(now.getTime() - HOLD_MS).toISOString()
    const known = await host.db.read.selectFrom('alert_condition').selectAll().execute()
    const topics = new Set(known.map(({ topic }) => topic))
    const begun = [...present].flatMap(([topic, issue]) => (topics.has(topic) ? [] : [issue]))
    // a condition that was not checked may still last
    const isComplete = troubles.all().length === 0
    const changed = known.filter(({ topic, time_ended }) =>
      present.has(topic) ? time_ended !== null : isComplete && (time_ended === null || time_ended <= held),
    )
    const over = await endedEvents(host.db.read)
    if (begun.length === 0 && changed.length === 0 && over.length === 0) return
    await host.db.transaction(async (tx) => {
      for (const issue of begun) await raiseOnce(host, tx, now.toISOString(), await alertOf(tx, issue))
      for (const topic of over) await resolveAlert(host, tx, now.toISOString(), { topic })
      for (const { topic, time_ended } of changed) {
        const isOver = !present.has(topic)
        if (isOver && time_ended !== null) {
          await tx.deleteFrom('alert_condition').where('topic', '=', topic).execute()
          await resolveAlert(host, tx, now.toISOString(), { topic, time_ended })
        } else {
          const end = { time_ended: isOver ? now.toISOString() : null }
          await tx.updateTable('alert_condition').set(end).where('topic', '=', topic).execute()
        }
      }
    })
  }

  return { name: 'alert-condition', every: INTERVAL_MS, step, troubles }
}

/** The topics of open alerts about instances, disks and snapshots that have recovered or are gone. */
async function endedEvents(db: Queries): Promise<string[]> {
  const classes = ['instance.failed', 'disk.faulted', 'protection.failed', 'snapshot.faulted'] as const
  const rows = db.selectFrom('alert').select('topic').where('alert_class', 'in', classes)
  const open = await rows.where('time_resolved', 'is', null).execute()
  if (open.length === 0) return []
  const lasting = {
    'instance.failed': await db.selectFrom('instance').select('id').where('run_state', '=', 'failed').execute(),
    'disk.faulted': await db.selectFrom('disk').select('id').where('disk_state', '=', 'faulted').execute(),
    'protection.failed': await db
      .selectFrom('protection_policy')
      .select('id')
      .where('time_failed', 'is not', null)
      .execute(),
    'snapshot.faulted': await db.selectFrom('snapshot').select('id').where('state', '=', 'faulted').execute(),
  }
  const topics = new Set(classes.flatMap((name) => lasting[name].map(({ id }) => topicOf(name, id))))
  return open.map(({ topic }) => topic).filter((topic) => !topics.has(topic))
}

async function alertOf(db: Queries, issue: Alerted): Promise<NewAlert> {
  const { kind, count, alert_id: _, example, ...facts } = issue
  const silo = await db
    .selectFrom('silo')
    .select('id')
    .where('name', '=', issue.silo_name ?? '')
    .executeTakeFirst()
  const given = Object.entries({
    ...facts,
    target_name: facts.target_name ?? example ?? null,
    count: count > 1 ? count : null,
    silo_id: silo?.id ?? null,
  }).filter(([, value]) => value !== null)
  return {
    alert_class: alertClassOf[kind],
    target: targetOf(issue),
    silo_id: silo?.id,
    except: kind === 'alert_undelivered' ? (issue.target_id ?? undefined) : undefined,
    payload: Object.fromEntries(given),
  }
}
