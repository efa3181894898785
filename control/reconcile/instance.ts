// Makes machines match instances, and instances match machines. May die between any two lines: everything is decided anew
// from the row and the driver's report, and every verb may be repeated.
import type { DriverError, DriverErrorCode, Machine } from '#hypervisor/driver.ts'
import type { Host } from '../frame/context.ts'
import { prepared } from '../db/prepared.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { beginRun, endRun, lastOutput } from '../compute/console-run.ts'
import { changeState, settle } from '../compute/instance-actions.ts'
import type { InstanceRow } from '../compute/instance.ts'
import { machineOf } from '../compute/machine.ts'
import { napping } from '../frame/ports.ts'
import { RESTART_EVERY, restartFailed } from './auto-restart.ts'
import { decide, type Decision } from './instance-decision.ts'
import type { Loop } from './loop.ts'
import { portion, walkOver, type Walk } from './portion.ts'
import { makeSweep } from './sweep.ts'

/** How many instances are looked at in one step. */
const PORTION = 500
/** How many failed ones are started in one step: each is a transaction, and others wait to be started too. */
const RESTARTS = 100
/** How many drivers' answers are waited for at once. */
const AT_ONCE = 16
/** How soon to look again at an instance whose disks are being made: usually they are ready at once. */
const DISKS_TAKE = 50
/** Longer chains than this are a quarrel with the driver: let time pass. */
const MAX_TURNS = 5
/** A driver that does not answer for one machine must not hold up all others for ever, nor the end of the process. */
const PATIENCE = 30_000
/** Heard while another replica does the work, it would pile up for ever; past this comparing everything is cheaper. */
const MAX_NEWS = 10_000
/** Asked to become something else. */
const CHANGING = ['starting', 'stopping', 'rebooting'] as const

export function instanceLoop(host: Host, told: () => void, size = PORTION): Loop {
  const { hypervisor } = host
  const news = new Set<string>()
  const underWay = new Set<string>()
  const sweep = makeSweep(host, size)
  let isWaiting = false
  let restarted = -Infinity

  /** How far each has come, while one is under way. */
  let changing: Walk | undefined
  let restart: string | undefined

  async function step(): Promise<boolean | number | void> {
    await restartSome()
    if (!changing) isWaiting = false
    const asked = await portion(host, changing ?? walkOver(CHANGING), size)
    const ids = new Set([...(await sweep.next()), ...asked.ids, ...news])
    changing = asked.next
    // not before everything has been read: what fails above must not make the loop forget what it was told
    news.clear()
    const queue = [...ids]
    const work = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await lookFor(id)
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, work))
    if (changing || sweep.isUnderWay() || restart !== undefined) return true
    if (isWaiting) return DISKS_TAKE
  }

  async function restartSome(): Promise<void> {
    const now = host.clock.now().getTime()
    if (restart === undefined && now - restarted < RESTART_EVERY) return
    restarted = now
    const { started, next } = await restartFailed(host, restart ?? '', Math.min(size, RESTARTS))
    restart = next
    for (const id of started) news.add(id)
    if (started.length > 0) told()
  }

  /** Waits for it, but not longer than is reasonable. One that is late is not asked again before it has answered. */
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
    await Promise.race([looking, napping(host.clock, PATIENCE, over.signal)])
    isLate = underWay.has(id)
    if (isLate) host.log.warn('the driver does not answer for a machine', { instance: id })
  }

  async function look(id: string): Promise<void> {
    try {
      for (let turn = 0; turn < MAX_TURNS; turn++) {
        const [row] = await wishOf(host.db.read, { id })
        const machine = await hypervisor.find(id)
        if (!(await carryOut(id, row, machine, decide(row, machine)))) return
      }
    } catch (error) {
      // busy passes by itself, and a closed driver has nothing to say any more
      if (codeOf(error) === 'closed') return
      news.add(id)
      if (codeOf(error) === 'busy') return
      host.log.warn('a machine could not be brought in line', { instance: id, error: String(error) })
    }
  }

  /** True when it is worth looking again at once. */
  async function carryOut(
    id: string,
    row: Wish | undefined,
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
        // a replica that took over from us may have started it anew meanwhile
        await hypervisor.remove(id, machine?.generation)
        return false
      case 'stop':
        await hypervisor.stop(id, machine?.generation)
        return true
      case 'ensure':
        return ensure(row!)
      case 'reboot':
        await hypervisor.reboot(id, row!.reboot_request!)
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

  async function ensure(row: Wish): Promise<boolean> {
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
      await hypervisor.ensure(ready.machine)
    } catch (error) {
      if (codeOf(error) !== 'host') throw error
      await note(row, { become: 'failed', reason: `the sled refused the machine: ${(error as Error).message}` })
    }
    return true
  }

  /** Writes what was found out, unless the row has moved on since it was read: then it is looked at again. */
  async function note(row: Wish, found: Extract<Decision, { become: string }>): Promise<void> {
    // before the transaction: the driver's answer may take its time, and the machine is removed after it
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
      hypervisor.watch((id) => {
        if (news.size >= MAX_NEWS) {
          news.clear()
          sweep.soon()
        }
        news.add(id)
        poke()
      }),
  }
}

const isEnd = (state: InstanceRow['run_state']) => state === 'stopped' || state === 'failed'

type Wish = Pick<InstanceRow, 'id' | 'run_state' | 'generation' | 'reboot_request'>

/** Not all of the row: the user data is 43 kB, and every sweep asks for every instance. */
const wishOf = prepared((db, { id }: { id: string }) =>
  db.selectFrom('instance').select(['id', 'run_state', 'generation', 'reboot_request']).where('id', '=', id),
)

/** By name: drivers are given, and their classes with them. */
const codeOf = (error: unknown): DriverErrorCode | undefined =>
  error instanceof Error && error.name === 'DriverError' ? (error as DriverError).code : undefined
