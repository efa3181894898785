// Raises an alert when a condition of the system begins: a sled stops answering, a quota is nearly reached. The database remembers
// which ones are known, so that neither a restart nor another replica reports them again.
import type { Actor } from '../frame/authz.ts'
import type { Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { makeTroubles } from '../frame/troubles.ts'
import { raiseOnce, type NewAlert } from '../frame/raise-alert.ts'
import { conditionsOf } from '../system/issue/issue.ts'
import { alertClassOf, targetOf, topicOfIssue, type Alerted } from '../system/issue/sent-alert.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 15_000
/** A condition that comes back within this time is the same one: a level that goes up and down must not raise an alert each time. */
const HOLD_MS = 600_000

/** Reads as a fleet viewer, who sees the names of no project. */
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
    if (begun.length === 0 && changed.length === 0) return
    await host.db.transaction(async (tx) => {
      for (const issue of begun) await raiseOnce(host, tx, now.toISOString(), await alertOf(tx, issue))
      for (const { topic, time_ended } of changed) {
        const isOver = !present.has(topic)
        if (isOver && time_ended !== null) await tx.deleteFrom('alert_condition').where('topic', '=', topic).execute()
        else {
          const end = { time_ended: isOver ? now.toISOString() : null }
          await tx.updateTable('alert_condition').set(end).where('topic', '=', topic).execute()
        }
      }
    })
  }

  return { name: 'alert-condition', every: INTERVAL_MS, step, troubles }
}

async function alertOf(db: Queries, issue: Alerted): Promise<NewAlert> {
  const { kind, count: _1, alert_id: _2, project_name: _3, ...facts } = issue
  const silo = await db
    .selectFrom('silo')
    .select('id')
    .where('name', '=', issue.silo_name ?? '')
    .executeTakeFirst()
  const given = Object.entries({ ...facts, silo_id: silo?.id ?? null }).filter(([, value]) => value !== null)
  return {
    alert_class: alertClassOf[kind],
    target: targetOf(issue),
    silo_id: silo?.id,
    except: kind === 'alert_undelivered' ? (issue.target_id ?? undefined) : undefined,
    payload: Object.fromEntries(given),
  }
}
