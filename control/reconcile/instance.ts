// Reconciles machines with instances. May crash between any two lines: every decision is made from the row and the driver's
// report, and every driver call is idempotent.
import type { DriverError, DriverErrorCode, Machine } from '#drivers/machines.ts'
import type { Host } from '../frame/context.ts'
import { prepared } from '../db/prepared.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { beginRun, endRun, lastOutput } from '../compute/console-run.ts'
import { changeState, settle } from '../compute/instance-actions.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { machineOf } from '../compute/machine.ts'
import { napping } from '../frame/ports.ts'
import { RESTART_INTERVAL_MS, restartFailed } from './auto-restart.ts'
import { decide, type Decision } from './instance-decision.ts'
import type { Loop } from './loop.ts'
import { portion, walkOver, type Walk } from './portion.ts'
import { makeSweep } from './sweep.ts'

/** Instances per step. */
const BATCH_SIZE = 500
/** Automatic restarts per step: each is a transaction, and requested starts are waiting too. */
const MAX_RESTARTS = 100
/** Concurrent driver calls. */
const MAX_CONCURRENT_CALLS = 16
/** When to recheck an instance whose disks are being created; usually they are ready at once. */
const DISK_RECHECK_MS = 50
/** More turns than this mean the driver and the row disagree; wait for the next step. */
const MAX_TURNS = 5
/** Timeout per driver call, so that one hung machine does not block all others or the shutdown. */
const DRIVER_TIMEOUT_MS = 30_000
/** Limits driver notifications, which accumulate while another replica works; past this a full sweep is cheaper. */
const MAX_NOTIFICATIONS = 10_000
/** States in transition. */
const CHANGING = ['starting', 'stopping', 'rebooting'] as const

export function instanceLoop(host: Host, told: () => void, size = BATCH_SIZE): Loop {
  const { machines } = host
  const news = new Set<string>()
  const underWay = new Set<string>()
  const sweep = makeSweep(host, size)
  let isWaiting = false
  let restarted = -Infinity

  /** Progress of the current walk. */
  let changing: Walk | undefined
  let restart: string | undefined

  async function step(): Promise<boolean | number | void> {
    await restartSome()
    if (!changing) isWaiting = false
    const asked = await portion(host, changing ?? walkOver(CHANGING), size)
    const ids = new Set([...(await sweep.next()), ...asked.ids, ...news])
    changing = asked.next
    // cleared only after all reads, so that a failure above does not lose notifications
    news.clear()
    const queue = [...ids]
    const work = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await lookFor(id)
    }
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, queue.length) }, work))
    if (changing || sweep.isUnderWay() || restart !== undefined) return true
    if (isWaiting) return DISK_RECHECK_MS
  }

  async function restartSome(): Promise<void> {
    const now = host.clock.now().getTime()
    if (restart === undefined && now - restarted < RESTART_INTERVAL_MS) return
    restarted = now
    const { started, next } = await restartFailed(host, restart ?? '', Math.min(size, MAX_RESTARTS))
    restart = next
    for (const id of started) news.add(id)
    if (started.length > 0) told()
  }

  /** Waits up to a timeout. A machine that times out is not checked again until its call returns. */
  async function lookFor(id: string): Promise<void> {
    if (underWay.has(id)) return
    underWay.add(id)
    let isLate = false
    const over = new AbortController()
    const looking = look(id).finally(() => {
      underWay.delete(id)
      if (isLate) news.add(id)
      over.abort()
    })
    await Promise.race([looking, napping(host.clock, DRIVER_TIMEOUT_MS, over.signal)])
    isLate = underWay.has(id)
    if (isLate) host.log.warn('the driver does not answer for a machine', { instance: id })
  }

  async function look(id: string): Promise<void> {
    try {
      for (let turn = 0; turn < MAX_TURNS; turn++) {
        const [row] = await desiredInstance(host.db.read, { id })
        const machine = await machines.find(id)
        if (!(await carryOut(id, row, machine, decide(row, machine)))) return
      }
    } catch (error) {
      // `busy` is temporary, and a closed driver needs no retry
      if (codeOf(error) === 'closed') return
      news.add(id)
      if (codeOf(error) === 'busy') return
      host.log.warn('a machine could not be brought in line', { instance: id, error: String(error) })
    }
  }

  /** True when the instance should be rechecked immediately. */
  async function carryOut(
    id: string,
    row: DesiredInstance | undefined,
    machine: Machine | undefined,
    decision: Decision,
  ): Promise<boolean> {
    if ('become' in decision) {
      await note(row!, decision)
      return true
    }
    switch (decision.do) {
      case 'nothing':
        return false
      case 'remove':
        // a replica that took over may have restarted it meanwhile
        await machines.remove(id, machine?.generation)
        return false
      case 'stop':
        await machines.stop(id, machine?.generation)
        return true
      case 'ensure':
        return ensure(row!)
      case 'reboot':
        await machines.reboot(id, row!.reboot_request!)
        await host.db.transaction((tx) =>
          tx
            .updateTable('instance')
            .set({ reboot_request: null })
            .where('id', '=', id)
            .where('reboot_request', '=', row!.reboot_request!)
            .execute(),
        )
        return true
    }
  }

  async function ensure(row: DesiredInstance): Promise<boolean> {
    const rows = host.db.read.selectFrom('instance').selectAll().where('id', '=', row.id)
    const whole = await rows
      .where('generation', '=', row.generation)
      .where('run_state', '=', 'starting')
      .executeTakeFirst()
    if (!whole) return true
    const ready = await machineOf(host.db.read, whole)
    if ('waitsFor' in ready) {
      isWaiting = true
      return false
    }
    if ('fault' in ready) {
      await note(row, { become: 'failed', reason: ready.fault })
      return true
    }
    try {
      await machines.ensure(ready.machine)
    } catch (error) {
      if (codeOf(error) !== 'host') throw error
      await note(row, { become: 'failed', reason: `the sled refused the machine: ${(error as Error).message}` })
    }
    return true
  }

  /** Writes the outcome, unless the row has changed since it was read; then it is rechecked. */
  async function note(row: DesiredInstance, found: Extract<Decision, { become: string }>): Promise<void> {
    // read before the transaction, because the driver may be slow, and before the machine is removed
    const output = isEnd(found.become) ? await lastOutput(host, row) : undefined
    await host.db.transaction(async (tx) => {
      const ctx = { db: tx, now: host.clock.now().toISOString() }
      const current = await tx.selectFrom('instance').selectAll().where('id', '=', row.id).executeTakeFirst()
      if (!current || current.generation !== row.generation || current.run_state !== row.run_state) return
      if (found.become === 'failed') await settle(ctx, current, 'failed', found.reason)
      else if (found.become === 'stopped') await settle(ctx, current, 'stopped')
      else await changeState(ctx, current, found.become)
      if (found.become === 'running') await beginRun(tx, current, ctx.now)
      if (isEnd(found.become)) {
        const end_reason = found.become === 'failed' ? found.reason : null
        await endRun(tx, current, { time_ended: ctx.now, end_state: found.become, end_reason }, output)
      }
      await append(host, tx, outcomeOf(ctx.now, 'instance', current))
    })
    told()
  }

  return {
    name: 'instance',
    every: 2_000,
    step,
    watch: (poke) =>
      machines.watch((id) => {
        if (news.size >= MAX_NOTIFICATIONS) {
          news.clear()
          sweep.soon()
        }
        news.add(id)
        poke()
      }),
  }
}

const isEnd = (state: InstanceRow['run_state']) => state === 'stopped' || state === 'failed'

type DesiredInstance = Pick<InstanceRow, 'id' | 'run_state' | 'generation' | 'reboot_request'>

/** Without user data, which is up to 43 kB, because a sweep reads every instance. */
const desiredInstance = prepared((db, { id }: { id: string }) =>
  db.selectFrom('instance').select(['id', 'run_state', 'generation', 'reboot_request']).where('id', '=', id),
)

/** Recognized by name, because the host supplies the driver and its classes. */
const codeOf = (error: unknown): DriverErrorCode | undefined =>
  error instanceof Error && error.name === 'DriverError' ? (error as DriverError).code : undefined
