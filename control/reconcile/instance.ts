// Reconciles machines with instances. May crash between any two lines: every decision is made from the row and the driver's
// report, and every driver call is idempotent.
import type { Machine, MachineAt } from '#drivers/machines.ts'
import type { Host } from '../frame/context.ts'
import { prepared } from '../db/prepared.ts'
import { append, outcomeOf, type Happened } from '../frame/events.ts'
import { raiseInProject } from '../frame/raise-alert.ts'
import { bySled } from '../compute/by-sled.ts'
import { beginRun, endRun, lastOutput } from '../compute/console-run.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { changeState, holdsMachine, settle } from '../compute/instance-actions.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { machineOf } from '../compute/machine.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import { RESTART_INTERVAL_MS, restartFailed } from './auto-restart.ts'
import { decide, type Decision } from './instance-decision.ts'
import type { Loop } from './loop.ts'
import { makePlaces, type Places } from './places.ts'
import { portion, walkOver, type Walk } from './portion.ts'
import { makeSweep } from './sweep.ts'

/** Instances per step. */
const BATCH_SIZE = 500
/** Automatic restarts per step: each is a transaction, and requested starts are waiting too. */
const MAX_RESTARTS = 100
/** Concurrent driver calls per sled. A sled that leaves this many unanswered is not asked anything else. */
const MAX_CONCURRENT_CALLS = 16
/** When to recheck an instance whose disks are being created; usually they are ready at once. */
const DISK_RECHECK_MS = 50
/** More turns than this mean the driver and the row disagree; wait for the next step. */
const MAX_TURNS = 5
/** How long a step waits for its driver calls. Later ones continue, so a machine or sled that hangs delays no other. */
const MAX_STEP_MS = 5_000
/** Limits driver notifications, which accumulate while another replica works; past this a full sweep is cheaper. */
const MAX_NOTIFICATIONS = 10_000
/** States in transition. */
const CHANGING = ['starting', 'stopping', 'rebooting'] as const

export function instanceLoop(host: Host, notify: () => void, size = BATCH_SIZE): Loop {
  const { machines } = host
  const changed = makePlaces()
  const underWay = makePlaces()
  const troubles = makeTroubles(host.clock)
  const sweep = makeSweep(host, size, troubles)
  let isWaiting = false
  let lastRestart = -Infinity

  /** Progress of the current walk. */
  let changing: Walk | undefined
  let restartAfter: string | undefined

  async function step(): Promise<boolean | number | void> {
    await restartSome()
    if (!changing) isWaiting = false
    const inTransition = await portion(host, changing ?? walkOver(CHANGING), size)
    const due = makePlaces([...(await sweep.next()), ...inTransition.places, ...changed.all()])
    changing = inTransition.next
    // cleared only after all reads, so that a failure above does not lose notifications
    changed.clear()
    await checkAll(due)
    if (changing || sweep.isUnderWay() || restartAfter !== undefined) return true
    if (isWaiting) return DISK_RECHECK_MS
  }

  async function restartSome(): Promise<void> {
    const now = host.clock.now().getTime()
    if (restartAfter === undefined && now - lastRestart < RESTART_INTERVAL_MS) return
    const { started, next } = await restartFailed(host, restartAfter ?? '', Math.min(size, MAX_RESTARTS))
    // not earlier: a pass that skips it after a failure would count as a success
    lastRestart = now
    restartAfter = next
    for (const at of started) changed.add(at)
    if (started.length > 0) notify()
  }

  /** All sleds at the same time, each with its own limit of concurrent calls. */
  async function checkAll(due: Places): Promise<void> {
    const busy = bySled(underWay.all())
    const queues = bySled(due.all().filter((at) => !underWay.has(at)))
    const started = makePlaces()
    const workers = [...queues].flatMap(([sled_id, queue]) => {
      const free = MAX_CONCURRENT_CALLS - (busy.get(sled_id)?.length ?? 0)
      const work = async () => {
        for (let at = queue.shift(); at; at = queue.shift()) {
          started.add(at)
          await check(at)
          // the step gave up on it, and may have missed a change meanwhile
          if (isOver) changed.add(at)
        }
      }
      return Array.from({ length: Math.max(0, Math.min(free, queue.length)) }, work)
    })
    let isOver = false
    const nap = new AbortController()
    await Promise.race([Promise.all(workers), napping(host.clock, MAX_STEP_MS, nap.signal)])
    nap.abort()
    isOver = true
    for (const queue of queues.values()) for (const at of queue.splice(0)) changed.add(at)
    for (const at of started.all())
      if (underWay.has(at)) {
        host.log.warn('the driver does not answer for a machine', { instance: at.id })
        troubles.fail(at.id, `sled ${at.sled_id} does not answer for instance ${at.id}`, at)
      }
  }

  async function check(at: MachineAt): Promise<void> {
    underWay.add(at)
    try {
      for (let turn = 0; turn < MAX_TURNS; turn++) {
        const [row] = await desiredInstance(host.db.read, { id: at.id })
        const machine = await machines.find(at)
        if (row && machine) await noteTakeOver(row, machine)
        if (!(await carryOut(at, row, machine, decide(row, machine, at.sled_id)))) break
      }
      troubles.pass(at.id)
    } catch (error) {
      const code = driverErrorOf(error)
      // if the sled is unreachable, that is the issue
      if (code === 'closed' || code === 'host' || code === 'busy') troubles.pass(at.id)
      // a closed driver needs no retry, and the next sweep asks an unreachable sled again
      if (code === 'closed' || code === 'host') return
      changed.add(at)
      // passes by itself
      if (code === 'busy') return
      troubles.fail(at.id, `instance ${at.id}: ${problemOf(error)}`, at)
      host.log.warn('a machine could not be brought in line', { instance: at.id, error: String(error) })
    } finally {
      underWay.delete(at)
    }
  }

  /** Remembered also when the machine is gone, and until it is ours again or given up. */
  async function noteTakeOver({ id, run_state, time_taken_over }: DesiredInstance, machine: Machine): Promise<void> {
    const isTakenOver = machine.is_taken_over ?? false
    if (isTakenOver === (time_taken_over !== null) || !holdsMachine(run_state)) return
    const change = { time_taken_over: isTakenOver ? host.clock.now().toISOString() : null }
    await host.db.transaction((tx) => tx.updateTable('instance').set(change).where('id', '=', id).execute())
    if (isTakenOver)
      host.log.warn('another installation has taken over a machine, which is left alone', { instance: id })
    notify()
  }

  /** True when the instance should be rechecked immediately. */
  async function carryOut(
    at: MachineAt,
    row: DesiredInstance | undefined,
    machine: Machine | undefined,
    decision: Decision,
  ): Promise<boolean> {
    if ('become' in decision) {
      await record(row!, at, decision)
      return true
    }
    switch (decision.do) {
      case 'nothing':
        return false
      case 'remove':
        // a replica that took over may have restarted it meanwhile
        await machines.remove(at, machine?.generation)
        return false
      case 'stop':
        await machines.stop(at, machine?.generation)
        return true
      case 'ensure':
        return ensure(row!, at)
      case 'reboot':
        await machines.reboot(at, row!.reboot_request!)
        await host.db.transaction((tx) =>
          tx
            .updateTable('instance')
            .set({ reboot_request: null })
            .where('id', '=', at.id)
            .where('reboot_request', '=', row!.reboot_request!)
            .execute(),
        )
        return true
    }
  }

  async function ensure(row: DesiredInstance, at: MachineAt): Promise<boolean> {
    const rows = host.db.read.selectFrom('instance').selectAll().where('id', '=', row.id)
    const whole = await rows
      .where('generation', '=', row.generation)
      .where('run_state', '=', 'starting')
      .executeTakeFirst()
    if (!whole) return true
    const ready = await machineOf(host, whole)
    if ('waitsFor' in ready) {
      isWaiting = true
      return false
    }
    if ('fault' in ready) {
      await record(row, at, { become: 'failed', reason: ready.fault })
      return true
    }
    try {
      await machines.ensure(ready.machine)
    } catch (error) {
      if (driverErrorOf(error) !== 'refused') throw error
      await record(row, at, { become: 'failed', reason: `the sled refused the machine: ${(error as Error).message}` })
    }
    return true
  }

  /** Writes the outcome, unless the row has changed since it was read; then it is rechecked. */
  async function record(
    row: DesiredInstance,
    { sled_id }: MachineAt,
    found: Extract<Decision, { become: string }>,
  ): Promise<void> {
    // read before the transaction, because the driver may be slow, and before the machine is removed
    const output = isEnd(found.become) ? await lastOutput(host, { ...row, sled_id }) : undefined
    await host.db.transaction(async (tx) => {
      const ctx = { db: tx, now: host.clock.now().toISOString() }
      const current = await tx.selectFrom('instance').selectAll().where('id', '=', row.id).executeTakeFirst()
      if (!current || current.generation !== row.generation || current.run_state !== row.run_state) return
      if (found.become === 'failed') {
        await settle(ctx, current, 'failed', found.reason)
        const details = { reason: found.reason }
        await raiseInProject(host, tx, ctx.now, 'instance.failed', { noun: 'instance', row: current, details })
      } else if (found.become === 'stopped') await settle(ctx, current, 'stopped')
      else await changeState(ctx, current, found.become)
      if (found.become === 'running') await beginRun(tx, current, ctx.now)
      if (isEnd(found.become)) {
        const end_reason = found.become === 'failed' ? found.reason : null
        await endRun(tx, current, { time_ended: ctx.now, end_state: found.become, end_reason }, output)
      }
      await append(host, tx, outcomeOf(ctx.now, 'instance', current, happened(row, found)))
    })
    notify()
  }

  return {
    name: 'instance',
    every: 2_000,
    step,
    troubles,
    watch: (poke) =>
      machines.watch((at) => {
        if (changed.size() >= MAX_NOTIFICATIONS) {
          changed.clear()
          sweep.soon()
        }
        changed.add(at)
        poke()
      }),
  }
}

/** Nothing to tell if a request asked for it: its own event says so. */
function happened({ run_state }: DesiredInstance, found: Extract<Decision, { become: string }>): Happened | undefined {
  if (found.become === 'failed') return { outcome: 'failed', reason: found.reason }
  if (found.become === 'rebooting') return { outcome: 'rebooted' }
  const isOff = found.become === 'stopping' || found.become === 'stopped'
  return isOff && run_state !== 'stopping' ? { outcome: 'shut_down' } : undefined
}

const isEnd = (state: InstanceRow['run_state']) => state === 'stopped' || state === 'failed'

type DesiredInstance = Pick<
  InstanceRow,
  'id' | 'run_state' | 'generation' | 'reboot_request' | 'sled_id' | 'time_taken_over'
>

/** Without user data, which is up to 43 kB, because a sweep reads every instance. */
const desiredInstance = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('instance')
    .select(['id', 'run_state', 'generation', 'reboot_request', 'sled_id', 'time_taken_over'])
    .where('id', '=', id),
)
