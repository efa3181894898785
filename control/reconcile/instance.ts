// Makes machines match instances, and instances match machines. May die between any two lines: everything is decided anew
// from the row and the driver's report, and every verb may be repeated.
import type { DriverError, DriverErrorCode } from '#hypervisor/driver.ts'
import type { Host } from '../context.ts'
import { append, outcomeOf } from '../events.ts'
import { changeState, MACHINE_STATES, settle } from '../instance-actions.ts'
import type { InstanceRow } from '../instance.ts'
import { machineOf } from '../machine.ts'
import { RESTART_EVERY, restartFailed } from './auto-restart.ts'
import { decide, type Decision } from './instance-decision.ts'
import type { Loop } from './loop.ts'

/** How often everything is compared: finds machines that nobody knows and instances whose machine went without a word. */
const SWEEP_EVERY = 30_000
/** How many instances are compared in one step. */
const PORTION = 500
/** How many drivers' answers are waited for at once. */
const AT_ONCE = 16
/** How soon to look again at an instance whose disks are being made: usually they are ready at once. */
const DISKS_TAKE = 50
/** Longer chains than this are a quarrel with the driver: let time pass. */
const LONGEST_CHAIN = 5

export function instanceLoop(host: Host, told: () => void): Loop {
  const { hypervisor } = host
  const news = new Set<string>()
  let isWaiting = false
  let swept = -Infinity
  let restarted = -Infinity

  /** How far the comparison of everything has come, while one is under way. */
  let sweep: { state: number; after: string } | undefined

  async function step(): Promise<boolean | number | void> {
    isWaiting = false
    const now = host.clock.now().getTime()
    if (now - restarted >= RESTART_EVERY) {
      restarted = now
      for (const id of await restartFailed(host)) news.add(id)
      told()
    }
    const ids = new Set(news)
    news.clear()
    for (const id of await changing(host)) ids.add(id)
    if (now - swept >= SWEEP_EVERY) {
      for (const { id } of await hypervisor.list()) ids.add(id)
      sweep = { state: 0, after: '' }
      swept = now
    }
    for (const id of await placed()) ids.add(id)
    const queue = [...ids]
    const work = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await look(id)
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, work))
    if (sweep) return true
    if (isWaiting) return DISKS_TAKE
  }

  /** The next portion of the sweep. Whoever asked for something meanwhile does not wait for all of it. */
  async function placed(): Promise<string[]> {
    if (!sweep) return []
    const run_state = MACHINE_STATES[sweep.state]
    if (!run_state) {
      sweep = undefined
      return []
    }
    const found = await host.db.read
      .selectFrom('instance')
      .select('id')
      .where('run_state', '=', run_state)
      .where('id', '>', sweep.after)
      .orderBy('id')
      .limit(PORTION)
      .execute()
    sweep = found.length < PORTION ? { state: sweep.state + 1, after: '' } : { ...sweep, after: found.at(-1)!.id }
    return found.map((row) => row.id)
  }

  async function look(id: string): Promise<void> {
    try {
      for (let turn = 0; turn < LONGEST_CHAIN; turn++) {
        const row = await host.db.read.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirst()
        const decision = decide(row, await hypervisor.find(id))
        if (!(await carryOut(id, row, decision))) return
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
  async function carryOut(id: string, row: InstanceRow | undefined, decision: Decision): Promise<boolean> {
    if ('become' in decision) {
      await note(row!, decision)
      return true
    }
    switch (decision.do) {
      case 'nothing':
        return false
      case 'remove':
        await hypervisor.remove(id)
        return false
      case 'stop':
        await hypervisor.stop(id)
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

  async function ensure(row: InstanceRow): Promise<boolean> {
    const ready = await machineOf(host.db.read, row)
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
  async function note(row: InstanceRow, found: Extract<Decision, { become: string }>): Promise<void> {
    await host.db.transaction(async (tx) => {
      const ctx = { db: tx, now: host.clock.now().toISOString() }
      const current = await tx.selectFrom('instance').selectAll().where('id', '=', row.id).executeTakeFirst()
      if (!current || current.generation !== row.generation || current.run_state !== row.run_state) return
      if (found.become === 'failed') await settle(ctx, current, 'failed', found.reason)
      else if (found.become === 'stopped') await settle(ctx, current, 'stopped')
      else await changeState(ctx, current, found.become)
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
        news.add(id)
        poke()
      }),
  }
}

/** By name: drivers are given, and their classes with them. */
const codeOf = (error: unknown): DriverErrorCode | undefined =>
  error instanceof Error && error.name === 'DriverError' ? (error as DriverError).code : undefined

/** Asked to become something else. */
const changing = async (host: Host): Promise<string[]> =>
  (
    await host.db.read
      .selectFrom('instance')
      .select('id')
      .where('run_state', 'in', ['starting', 'stopping', 'rebooting'])
      .execute()
  ).map((row) => row.id)
