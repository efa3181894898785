// Decides what to do about one instance from its row and the driver's report. Pure, so that every combination can be tested. The
// driver's report wins, except that an instance asked to stop is not restarted.
import type { InstanceState } from '#contract/instance-states.ts'
import type { Machine } from '#drivers/machines.ts'
import { holdsMachine } from '../compute/instance-actions.ts'
import type { InstanceRow } from '../frame/find-instance.ts'

export type Decision =
  | { do: 'nothing' | 'ensure' | 'stop' | 'reboot' | 'remove' }
  | { become: Extract<InstanceState, 'running' | 'rebooting' | 'stopping' | 'stopped'> }
  | { become: 'failed'; reason: string }

type Wanted = Pick<InstanceRow, 'run_state' | 'generation' | 'reboot_request' | 'sled_id' | 'time_taken_over'> & {
  /** The sled that its machine is on its way to. */
  to_sled_id: string | null
}

const nothing = { do: 'nothing' } as const
export const GONE = 'the machine is gone from its sled'

/** `machine` is the report of the sled `sled_id`. */
export function decide(row: Wanted | undefined, machine: Machine | undefined, sled_id: string): Decision {
  if (machine?.is_taken_over || (!machine && row?.time_taken_over)) return leave(row, sled_id)
  if (row && isMoving(row) && (sled_id === row.sled_id || sled_id === row.to_sled_id)) return nothing
  // the instance is deleted or stopped, or runs on another sled
  if (!row || !holdsMachine(row.run_state) || row.sled_id !== sled_id) return machine ? { do: 'remove' } : nothing
  // a machine left over from an earlier start does not count
  const current = machine && machine.generation >= row.generation ? machine : undefined
  switch (row.run_state) {
    case 'starting':
      return current ? follow(row, current) : { do: 'ensure' }
    case 'stopping':
      return stop(machine)
    case 'rebooting':
      if (!current) return { become: 'failed', reason: GONE }
      if (row.reboot_request && (current.state === 'running' || current.state === 'rebooting')) return { do: 'reboot' }
      return follow(row, current)
    default:
      return current ? follow(row, current) : { become: 'failed', reason: GONE }
  }
}

/** The machine may be on either sled, or arrive on the other one. What became of it is recorded first: see migration.ts. */
const isMoving = ({ run_state, to_sled_id }: Wanted) => to_sled_id !== null && holdsMachine(run_state)

/** The guest belongs to another installation, also if that one has stopped it. Only who asks to stop it here gives it up. */
const leave = (row: Wanted | undefined, sled_id: string): Decision =>
  row?.run_state === 'stopping' && row.sled_id === sled_id ? { become: 'stopped' } : nothing

function stop(machine: Machine | undefined): Decision {
  if (!machine || machine.state === 'stopped' || machine.state === 'failed') return { become: 'stopped' }
  return machine.state === 'stopping' ? nothing : { do: 'stop' }
}

function follow(row: Wanted, { state, reason }: Machine): Decision {
  if (state === row.run_state || state === 'starting') return nothing
  if (state === 'failed') return { become: 'failed', reason: reason ?? 'the machine failed without giving a reason' }
  return { become: state }
}
