// Replaces sleds that do not answer: waits, fences the host, and only when that is verified starts its instances on other sleds. When the
// host returns, what it still runs is ended before it takes part again. May crash anywhere: each step is in the database before it is done.
import { mayRun } from '../../compute/placement/machine-permit.ts'
import type { Queries } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { driverErrorOf } from '../../frame/driver-error.ts'
import { napping } from '../../frame/ports/clock.ts'
import { makeTroubles, problemOf } from '../../frame/troubles.ts'
import {
  isCurrent,
  isEmptied,
  nextStep,
  TICK_MS,
  waitedSince,
  type FailoverRow,
  type NextStep,
} from '../../system/failover/failover-decision.ts'
import { change, isEmpty, markFenced, newFailover, tellOfSled } from '../../system/failover/failover-rows.ts'
import { failoverSettings } from '../../system/failover/failover-settings.ts'
import { situationOf } from '../../system/failover/failover-situation.ts'
import { fenceOf } from '../../system/failover/fence.ts'
import { makeFencing } from './fence.ts'
import { makeReplace, type Inside } from './replace.ts'
import type { Loop } from '../loop.ts'

const INTERVAL_MS = 15_000
/** How long a step waits for hosts and agents. Later answers count as well. */
const MAX_STEP_MS = 5_000

export function failoverLoop(host: Host, notify: () => void): Loop {
  const troubles = makeTroubles(host.clock)
  /** What is being done about a sled, by its ID. */
  const underWay = new Map<string, Promise<void>>()

  async function step(): Promise<number | void> {
    await beginNew()
    const isReleasing = await fencing.outlast()
    const rows = await host.db.read.selectFrom('failover').selectAll().where('state', '!=', 'ended').execute()
    const others = await fencing.mayBeLeftFenced()
    troubles.keep((key) => others.includes(key) || rows.some(({ sled_id }) => sled_id === key))
    for (const sled_id of others) if (fencing.isDue(sled_id)) begin(sled_id, () => undoLate(sled_id))
    for (const { id, sled_id } of rows) begin(sled_id, () => advance(id))
    const nap = new AbortController()
    await Promise.race([Promise.all(underWay.values()), napping(host.clock, MAX_STEP_MS, nap.signal)])
    nap.abort()
    if (rows.length > 0 || isReleasing) return TICK_MS
  }

  const inside = <T>(work: (ctx: Inside) => Promise<T>, options?: { quiet: boolean }) =>
    host.db.transaction((tx) => work({ db: tx, now: host.clock.now().toISOString(), host }), options)

  const replace = makeReplace(host, inside, notify)
  const fencing = makeFencing(host, inside)

  /** Sleds that have stopped answering since. */
  async function beginNew(): Promise<void> {
    if (!(await failoverSettings(host.db.read)).enabled) return
    const open = host.db.read.selectFrom('failover').select('sled_id').where('state', 'not in', ['ended', 'returned'])
    const silent = host.db.read
      .selectFrom('sled')
      .select('id')
      .where('state', '=', 'active')
      .where('policy_kind', '=', 'in_service')
      .where('time_unreachable', 'is not', null)
      .where('id', 'not in', open)
    for (const { id } of await silent.execute())
      await inside(async (ctx) => {
        const sled = await ctx.db.selectFrom('sled').selectAll().where('id', '=', id).executeTakeFirst()
        const known = await ctx.db.selectFrom('failover').select('state').where('sled_id', '=', id).executeTakeFirst()
        const isOpen = known !== undefined && known.state !== 'ended' && known.state !== 'returned'
        if (!sled || sled.time_unreachable === null || isOpen) return
        await newFailover(ctx, { id, time_unreachable: sled.time_unreachable })
        await tellOfSled(ctx, id)
      })
  }

  /** `work` returns false while it waits for what has failed before. */
  function begin(sled_id: string, work: () => Promise<boolean>): void {
    if (underWay.has(sled_id)) return
    const run = async () => {
      try {
        if (await work()) troubles.pass(sled_id)
      } catch (error) {
        // it does not answer, which is why we are here
        if (driverErrorOf(error) === 'host' || driverErrorOf(error) === 'closed') return
        troubles.fail(sled_id, `sled ${sled_id}: ${problemOf(error)}`)
        host.log.warn('a failover does not go on', { sled: sled_id, error: String(error) })
      } finally {
        underWay.delete(sled_id)
      }
    }
    underWay.set(sled_id, run())
  }

  async function undoLate(sled_id: string): Promise<boolean> {
    const isDone = await fencing.undoLate(sled_id)
    if (isDone) fencing.noteLook(sled_id)
    return isDone
  }

  async function advance(id: string): Promise<boolean> {
    const found = await inside((ctx) => observe(ctx, id), { quiet: true })
    if (!found) return true
    const { row, next, isAwaited } = found
    if (next.do === 'fence') await fence(row)
    // what was lost before starts whatever becomes of the sled now
    if (next.do === 'restart' || (isAwaited && next.do !== 'return')) await keepFenced(row)
    if (next.do === 'return') return takeBack(row)
    if (next.do !== 'end') return true
    const isDone = !found.isHeld || (await letGo(row, next.as))
    notify()
    return isDone
  }

  /** It answered before its fence was verified, which may hold all the same. Until that is let go, nothing new starts there. */
  function letGo(row: FailoverRow, as: Ending): Promise<boolean> {
    const attempt = row.attempt + 1
    return fencing.release(row.sled_id, {
      async begin(ctx) {
        // while this server stood still, another one may have begun a new fence, which must hold
        if (!isCurrent(await failoverWith(ctx.db, row), row.attempt)) return false
        // of an earlier attempt nothing counts any more, and the next one waits until this has had its time
        await change(ctx, row, { attempt, time_attempted: ctx.now })
        return true
      },
      async end(ctx) {
        if (isCurrent(await failoverWith(ctx.db, row), attempt)) await finish(ctx, row, as)
      },
    })
  }

  /** What the agent has done counts only if a fresh look finds the host off, and nobody has decided otherwise meanwhile. */
  async function fence({ id, sled_id, attempt }: FailoverRow): Promise<void> {
    const row = await fenceOf(host.db.read, sled_id)
    const problem = row ? await fencing.end(row) : 'The fence agent of the sled was removed.'
    await inside(async (ctx) => {
      const current = await failoverWith(ctx.db, { id })
      if (!isCurrent(current, attempt)) return
      if (problem === null) await markFenced(ctx, current!, 'agent')
      else await change(ctx, current!, { problem, time_problem: current!.time_problem ?? ctx.now })
      await tellOfSled(ctx, sled_id)
    })
    notify()
  }

  /** Ends what the host still runs. Only when nothing is left does it take part again. */
  async function takeBack(row: FailoverRow): Promise<boolean> {
    const { sled_id } = row
    await replace(row)
    for (const machine of await host.machines.list(sled_id)) await endLeftover(sled_id, machine)
    const left = await host.machines.list(sled_id)
    // another server may have done so before, and the sled may be fenced once more
    const isReady = async ({ db }: Inside) => {
      const current = await failoverWith(db, row)
      return current !== undefined && isEmptied(current, left.length, !(await isEmpty(db, sled_id)))
    }
    const isDone = await fencing.release(sled_id, {
      begin: isReady,
      async end(ctx) {
        if (!(await isReady(ctx))) return
        await change(ctx, row, { state: 'returned', time_returned: ctx.now })
        await tellOfSled(ctx, sled_id)
      },
    })
    notify()
    return isDone
  }

  /** Nothing starts elsewhere unless the fence holds. */
  async function keepFenced(row: FailoverRow): Promise<void> {
    if (row.state === 'fenced') await fencing.hold(row)
    await replace(row)
  }

  async function endLeftover(sled_id: string, machine: { id: string; generation: number }): Promise<void> {
    const rows = host.db.read.selectFrom('instance').select(['run_state', 'sled_id', 'generation'])
    const lease = await rows.where('id', '=', machine.id).executeTakeFirst()
    if (mayRun(lease, { ...machine, sled_id }) || (await isArriving(host.db.read, sled_id, machine))) return
    await host.machines.remove({ id: machine.id, sled_id }, machine.generation)
  }

  return { name: 'failover', every: INTERVAL_MS, step, troubles }
}

const failoverWith = (db: Queries, { id }: Pick<FailoverRow, 'id'>): Promise<FailoverRow | undefined> =>
  db.selectFrom('failover').selectAll().where('id', '=', id).executeTakeFirst()

type Ending = Extract<NextStep, { do: 'end' }>['as']

async function finish(ctx: Inside, row: FailoverRow, as: Ending): Promise<void> {
  const time = as === 'ended' ? { time_ended: ctx.now } : { time_returned: ctx.now }
  await change(ctx, row, { state: as, ...time, problem: null, time_problem: null })
  await tellOfSled(ctx, row.sled_id)
}

/** That it has come is all that tells that the one on its old sled must not go on. First the end of the move is recorded. */
async function isArriving(db: Queries, sled_id: string, { id, generation }: { id: string; generation: number }) {
  const moves = db.selectFrom('instance_migration').select('id').where('instance_id', '=', id)
  const open = moves.where('time_ended', 'is', null).where('to_sled_id', '=', sled_id)
  return (await open.where('generation', '=', generation).executeTakeFirst()) !== undefined
}

interface Observed {
  row: FailoverRow
  next: NextStep
  /** Whether its fence is to be let go before it ends. */
  isHeld: boolean
  /** Whether instances wait for room. */
  isAwaited: boolean
}

/** Counts the time and decides. Each step that is not repeated is written down with the decision. */
async function observe(ctx: Inside, id: string): Promise<Observed | undefined> {
  const before = await failoverWith(ctx.db, { id })
  if (!before || before.state === 'ended') return undefined
  const now = Date.parse(ctx.now)
  const row = { ...before, waited_ms: waitedSince(before, now), time_observed: ctx.now }
  const situation = await situationOf(ctx.db, row)
  const isAwaited = situation.waiting > 0
  const next = nextStep(situation, now)
  const { waited_ms, time_observed } = row
  if (before.state === 'waiting') await change(ctx, row, { waited_ms, time_observed })
  if (next.do === 'hold' && row.problem !== next.problem) {
    await change(ctx, row, { problem: next.problem, time_problem: row.time_problem ?? ctx.now })
    await tellOfSled(ctx, row.sled_id)
  }
  // the host of a removed sled may still run what has started elsewhere since
  const isHeld = next.do === 'end' && before.state === 'fencing' && !situation.isRemoved
  if (next.do === 'end' && !isHeld) await finish(ctx, row, next.as)
  if (next.do !== 'fence') return { row, next, isHeld, isAwaited }
  // of an earlier attempt nothing counts any more, and the next one waits until this has had its time
  const fencing = { state: 'fencing' as const, attempt: row.attempt + 1, time_attempted: ctx.now }
  await change(ctx, row, { ...fencing, time_fencing: row.time_fencing ?? ctx.now })
  await tellOfSled(ctx, row.sled_id)
  return { row: { ...row, ...fencing }, next, isHeld, isAwaited }
}
