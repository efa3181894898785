// Brings the machine of one instance a step closer to its row, by the decision that follows from both.
import type { Machine, MachineAt } from '#drivers/machines.ts'
import { holdsMachine } from '../compute/instance-actions.ts'
import { machineOf } from '../compute/machine.ts'
import { mayStart } from '../compute/placement/machine-permit.ts'
import { prepared } from '../db/prepared.ts'
import type { Host } from '../frame/context.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { decide, type Decision } from './instance-decision.ts'
import { recordOutcome, type DesiredInstance } from './instance-outcome.ts'

/** What comes next: another turn at once, one when the disks may be there, or nothing. */
type Next = 'recheck' | 'wait' | 'done'

/** Calls `notify` when a row has changed. */
export function makeTurn(host: Host, notify: () => void) {
  const { machines } = host

  async function turn(at: MachineAt): Promise<Next> {
    const [row] = await desiredInstance(host.db.read, { id: at.id })
    const machine = await machines.find(at)
    if (row && machine) await noteTakeOver(row, machine)
    return carryOut(at, row, machine, decide(row, machine, at.sled_id))
  }

  async function record(
    ...outcome: [DesiredInstance, MachineAt, Extract<Decision, { become: string }>]
  ): Promise<void> {
    await recordOutcome(host, ...outcome)
    notify()
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

  async function carryOut(
    at: MachineAt,
    row: DesiredInstance | undefined,
    machine: Machine | undefined,
    decision: Decision,
  ): Promise<Next> {
    if ('become' in decision) {
      await record(row!, at, decision)
      return 'recheck'
    }
    switch (decision.do) {
      case 'nothing':
        return 'done'
      case 'remove':
        // a replica that took over may have restarted it meanwhile
        await machines.remove(at, machine?.generation)
        return 'done'
      case 'stop':
        await machines.stop(at, machine?.generation)
        return 'recheck'
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
        return 'recheck'
    }
  }

  async function ensure(row: DesiredInstance, at: MachineAt): Promise<Next> {
    const rows = host.db.read.selectFrom('instance').selectAll().where('id', '=', row.id)
    const whole = await rows
      .where('generation', '=', row.generation)
      .where('run_state', '=', 'starting')
      .executeTakeFirst()
    if (!whole) return 'recheck'
    // its host is being ended, or was: it starts elsewhere
    if (!(await mayStart(host.db.read, { ...at, generation: row.generation }))) return 'done'
    const ready = await machineOf(host, whole)
    if ('waitsFor' in ready) return 'wait'
    if ('fault' in ready) {
      await record(row, at, { become: 'failed', reason: ready.fault })
      return 'recheck'
    }
    try {
      await machines.ensure(ready.machine)
    } catch (error) {
      if (driverErrorOf(error) !== 'refused') throw error
      await record(row, at, { become: 'failed', reason: `the sled refused the machine: ${(error as Error).message}` })
    }
    return 'recheck'
  }

  return turn
}

/** Without user data, which is up to 43 kB, because a sweep reads every instance. */
const desiredInstance = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('instance')
    .leftJoin('instance_migration', (on) =>
      on.onRef('instance_migration.instance_id', '=', 'instance.id').on('instance_migration.time_ended', 'is', null),
    )
    .select(['instance.id', 'instance.run_state', 'instance.generation', 'instance.reboot_request'])
    .select(['instance.sled_id', 'instance.time_taken_over', 'instance_migration.to_sled_id'])
    .where('instance.id', '=', id),
)
