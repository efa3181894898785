// Runs protection policies: begins those that are due, takes their snapshots, and removes those that are no longer kept. Every step is a
// transaction of its own, and the next one is decided from the rows, so that another server can continue at any point.
import { canDisk } from '#contract/disk-states.ts'
import { canSnapshot } from '#contract/snapshot-states.ts'
import type { Queries, RowOf } from '../db/database.ts'
import { Failure } from '../frame/errors.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { keptRowsOf } from '../frame/kept.ts'
import { raiseInProject } from '../frame/raise-alert.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import { createSnapshotOf, removeSnapshot } from '../storage/snapshot.ts'
import { pointsToStore, requestBackups } from '../compute/backup/request.ts'
import { layoutOf, snapshotName } from '../compute/protection-policy/layout.ts'
import { toRemove } from '../compute/protection-policy/retention.ts'
import { beginRun, recordMissed, type PolicyRow, type RunRow } from '../compute/protection-policy/run.ts'
import { lastRunUntil, nextRun } from '../compute/protection-policy/schedule.ts'
import type { PointRow } from '../compute/protection-policy/recovery-point.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 15_000
const RECHECK_MS = 2_000
/** Disks that cannot be copied now, because something else happens to them, are tried again for so long. */
const PATIENCE_MS = 600_000
/** Runs that a policy remembers. */
const KEPT_RUNS = 100
/** Rows that one statement removes. */
const BATCH_SIZE = 1000

type Problem = RunRow['problems'][number]

export function protectionLoop(host: Host, notify: () => void): Loop {
  const troubles = makeTroubles(host.clock)

  async function step(): Promise<number | void> {
    await beginDue(host)
    const running = await host.db.read.selectFrom('protection_run').selectAll().where('state', '=', 'running').execute()
    troubles.keep((id) => running.some((run) => run.id === id))
    let isPending = false
    for (const run of running) {
      // one that fails must not keep the others waiting
      const hasEnded = await advance(host, run).then(
        (ended) => {
          troubles.pass(run.id)
          return ended
        },
        (error: unknown) => {
          troubles.fail(run.id, `a run of a protection policy: ${problemOf(error)}`)
          return false
        },
      )
      if (!hasEnded) isPending = true
      notify()
    }
    if (isPending) return RECHECK_MS
  }

  return { name: 'protection', every: INTERVAL_MS, step, troubles }
}

async function beginDue(host: Host): Promise<void> {
  const now = host.clock.now()
  const due = await host.db.read
    .selectFrom('protection_policy')
    .select('id')
    .where('time_next', '<=', now.toISOString())
    .execute()
  for (const { id } of due)
    await host.db.transaction(async (tx) => {
      const rows = tx.selectFrom('protection_policy').selectAll().where('id', '=', id)
      const policy = await rows.where('time_next', '<=', now.toISOString()).executeTakeFirst()
      if (policy?.time_next) await beginNow(host, tx, { ...policy, time_next: policy.time_next }, now)
    })
}

/** One run makes up for all that are due. Those before the last are recorded as missed, by the first of them. */
async function beginNow(host: Host, tx: Queries, policy: PolicyRow & { time_next: string }, now: Date): Promise<void> {
  const { id, schedule, time_next } = policy
  const last = lastRunUntil(schedule, time_next, now)
  if (last > time_next) {
    await recordMissed(host, tx, id, time_next)
    await recordFailure(host, tx, policy, 'The server was not running when the policy was due.')
  }
  const busy = tx.selectFrom('protection_run').select('id').where('policy_id', '=', id).where('state', '=', 'running')
  if (await busy.executeTakeFirst()) {
    // the run before it has not ended: its snapshots are still being copied
    if (last === time_next) await recordMissed(host, tx, id, time_next)
    await recordFailure(host, tx, policy, 'The run before has not ended.')
  } else await beginRun(host, tx, policy, now.toISOString(), { cause: 'schedule', time_due: last })
  const next = { time_next: nextRun(schedule, now).toISOString() }
  await tx.updateTable('protection_policy').set(next).where('id', '=', id).execute()
  await tell(host, tx, policy)
}

/** True once the run has ended. */
async function advance(host: Host, run: RunRow): Promise<boolean> {
  const points = await host.db.read.selectFrom('recovery_point').selectAll().where('run_id', '=', run.id).execute()
  for (const point of points) if (point.time_taken === null) await take(host, run, point)
  return host.db.transaction(async (tx) => {
    const current = await tx.selectFrom('protection_run').selectAll().where('id', '=', run.id).executeTakeFirst()
    if (current?.state !== 'running') return true
    const own = tx.selectFrom('recovery_point').select('id').where('run_id', '=', run.id)
    if (await own.where('time_taken', 'is', null).executeTakeFirst()) return false
    const snapshots = await tx
      .selectFrom('snapshot')
      .innerJoin('recovery_point', 'recovery_point.id', 'snapshot.point_id')
      .select(['snapshot.name', 'snapshot.state', 'noun', 'resource_id'])
      .where('run_id', '=', run.id)
      .execute()
    if (snapshots.some(({ state }) => state === 'creating')) return false
    const faulted = snapshots
      .filter(({ state }) => state === 'faulted')
      .map(({ name, noun, resource_id }) => ({ name, text: 'The snapshot could not be created.', noun, resource_id }))
    await endRun(host, tx, current, [...current.problems, ...faulted])
    return true
  })
}

/** Requests the snapshots of one instance or disk: all of them, or none with the reason. */
async function take(host: Host, run: RunRow, { id, resource_id, noun, policy_name }: PointRow): Promise<void> {
  const now = host.clock.now().toISOString()
  const isLate = Date.parse(now) - Date.parse(run.time_started ?? now) > PATIENCE_MS
  const problem = await host.db
    .transaction(async (tx) => {
      if (!(await isUntaken(tx, id))) return undefined
      const disks = await tx
        .selectFrom('disk')
        .selectAll()
        .where(noun === 'instance' ? 'instance_id' : 'id', '=', resource_id)
        .orderBy('name')
        .execute()
      const unready = disks.find(({ disk_state }) => !canDisk('snapshot', disk_state))
      if (unready)
        return isLate
          ? { name: unready.name, text: `The disk cannot be copied in state ${unready.disk_state}.`, noun, resource_id }
          : undefined
      const inside = { host, db: tx, now, poke: () => undefined }
      for (const disk of disks) await createSnapshotOf(inside, disk, naming(host, disk, now, policy_name), id)
      const layout = await layoutOf(tx, resource_id, disks)
      await tx.updateTable('recovery_point').set({ time_taken: now, layout }).where('id', '=', id).execute()
      return undefined
    })
    .catch(async (error: unknown) => {
      // the quota, or the space of the host
      if (!(error instanceof Failure)) throw error
      const named = host.db.read.selectFrom(noun).select('name').where('id', '=', resource_id)
      const name = (await named.executeTakeFirst())?.name ?? policy_name
      return { name, text: error.message, noun, resource_id }
    })
  if (problem) await giveUp(host, run.id, id, problem)
}

const isUntaken = async (tx: Queries, id: string) =>
  (await tx.selectFrom('recovery_point').select('time_taken').where('id', '=', id).executeTakeFirst())?.time_taken ===
  null

/** Ends a point without snapshots, which is removed with the next old ones. */
const giveUp = (host: Host, run_id: string, point_id: string, problem: Problem) =>
  host.db.transaction(async (tx) => {
    const run = await tx.selectFrom('protection_run').selectAll().where('id', '=', run_id).executeTakeFirst()
    if (!run || !(await isUntaken(tx, point_id))) return
    const problems = [...run.problems, problem]
    await tx.updateTable('protection_run').set({ problems }).where('id', '=', run_id).execute()
    await tx.deleteFrom('recovery_point').where('id', '=', point_id).execute()
  })

const naming = (host: Host, disk: RowOf<'disk'>, now: string, policy: string) => ({
  name: snapshotName(host, disk.name, now),
  description: `Taken by the protection policy ${policy}`,
})

async function endRun(host: Host, tx: Queries, run: RunRow, found: Problem[]): Promise<void> {
  const policies = tx.selectFrom('protection_policy').selectAll().where('id', '=', run.policy_id)
  const policy = await policies.executeTakeFirstOrThrow()
  const now = host.clock.now().toISOString()
  const problems = [...found, ...(await requestBackups(host, tx, policy, run))]
  await removeOld(host, tx, policy, now)
  const state = problems.length > 0 ? 'failed' : 'completed'
  const end = { state, problems, time_ended: now } as const
  await tx.updateTable('protection_run').set(end).where('id', '=', run.id).execute()
  if (problems[0]) await recordFailure(host, tx, policy, `${problems[0].name}: ${problems[0].text}`)
  else await tx.updateTable('protection_policy').set({ time_failed: null }).where('id', '=', policy.id).execute()
  await forgetRuns(tx, policy.id)
  await tell(host, tx, policy)
}

/** Removes what the policy no longer keeps of each instance and disk, and the points that have nothing left. */
async function removeOld(host: Host, tx: Queries, policy: PolicyRow, now: string): Promise<void> {
  const ofPolicy = tx.selectFrom('recovery_point').where('policy_id', '=', policy.id)
  const taken = await ofPolicy.selectAll().where('time_taken', 'is not', null).execute()
  // there can be more than a statement has room to name
  const snapshots = await tx.selectFrom('snapshot').selectAll().where('point_id', 'in', ofPolicy.select('id')).execute()
  const byPoint = grouped(snapshots, ({ point_id }) => point_id)
  const of = (id: string) => byPoint.get(id) ?? []
  const empty = taken.flatMap(({ id }) => (byPoint.has(id) ? [] : id))
  const unstored = await pointsToStore(tx, policy.id)
  // a point with a snapshot that failed must not push out a good one
  const good = taken.filter(({ id, is_kept }) => {
    const own = of(id)
    return !is_kept && own.length > 0 && own.every(({ state }) => state === 'ready')
  })
  const byResource = grouped(good, ({ resource_id }) => resource_id)
  const old = [...byResource.values()].flatMap((own) => {
    const points = own.map(({ id, time_created }) => ({ id, time: new Date(time_created) }))
    return toRemove(points, policy.keep, policy.schedule.zone)
  })
  const removed = old.filter((id) => !unstored.has(id))
  const inside = { host, db: tx, now, poke: () => undefined }
  for (const snapshot of removed.flatMap(of)) {
    if (!canSnapshot('delete', snapshot.state)) continue
    await removeSnapshot(inside, snapshot)
    await append(host, tx, outcomeOf(now, 'snapshot', snapshot))
  }
  const gone = await withoutKept(tx, policy, [...empty, ...removed])
  for (let at = 0; at < gone.length; at += BATCH_SIZE) {
    const some = gone.slice(at, at + BATCH_SIZE)
    await tx.deleteFrom('recovery_point').where('id', 'in', some).execute()
  }
}

/** Those of which people can restore no snapshot that they have deleted: without its point no policy would remove it. */
async function withoutKept(tx: Queries, { project_id }: PolicyRow, points: readonly string[]): Promise<string[]> {
  if (points.length === 0) return []
  const rows = tx.selectFrom('deleted').select('kept_rows').where('project_id', '=', project_id)
  const kept = (await rows.where('noun', '=', 'snapshot').execute()).flatMap((thing) => keptRowsOf(thing, 'snapshot'))
  const theirs = new Set(kept.map(({ point_id }) => point_id))
  return points.filter((id) => !theirs.has(id))
}

function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

async function forgetRuns(tx: Queries, policy_id: string): Promise<void> {
  const runs = tx.selectFrom('protection_run').select('id').where('policy_id', '=', policy_id)
  const old = await runs.orderBy('time_due', 'desc').orderBy('id', 'desc').offset(KEPT_RUNS).limit(KEPT_RUNS).execute()
  if (old.length > 0)
    await tx
      .deleteFrom('protection_run')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
}

/** Raises one alert for failures that follow each other. */
async function recordFailure(host: Host, tx: Queries, policy: PolicyRow, reason: string): Promise<void> {
  const time_failed = host.clock.now().toISOString()
  const update = tx.updateTable('protection_policy').set({ time_failed }).where('id', '=', policy.id)
  const changed = await update.where('time_failed', 'is', null).returning('id').executeTakeFirst()
  const alert = { noun: 'policy', row: policy, details: { reason } }
  if (changed) await raiseInProject(host, tx, time_failed, 'protection.failed', alert)
}

const tell = (host: Host, tx: Queries, policy: PolicyRow) =>
  append(host, tx, outcomeOf(host.clock.now().toISOString(), 'protection_policy', policy))
