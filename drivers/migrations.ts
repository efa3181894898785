// Moves running machines from one sled to another. Names as on the wire.
import type { MachineAt } from './machines.ts'

/** How far a machine has moved. */
export interface Migration {
  id: string
  to_sled_id: string
  /** Once it is not `running`, the machine is on one sled alone: the other one if `completed`. */
  state: 'running' | 'completed' | 'failed' | 'cancelled'
  /** Bytes of memory; both are 0 until they are known. */
  total: number
  remaining: number
  /** Present when the state is failed. Shown to people. */
  reason?: string
}

export interface Migrations {
  /**
   * Begins to move a running machine, whose sled `at` names. Repeating it with the same ID changes nothing. Rejects with `refused` if
   * the other sled cannot run it, and with `wrong_state` if the machine does not run.
   */
  begin(at: MachineAt, to_sled_id: string, id: string): Promise<void>
  /**
   * Finds out how far it is, also after a restart of this server or of libvirt. Undefined if the machine never moved with this ID.
   * With `isOtherOff` somebody has made sure that the other sled is off: it is not asked. A machine that runs stays where it is. One that
   * waits for the switch may have run there, so that its disks are newer than its memory: it is forgotten, and the move is `completed`.
   */
  find(at: MachineAt, to_sled_id: string, id: string, how?: { isOtherOff: boolean }): Promise<Migration | undefined>
  /** Does nothing if it has ended. The machine may have moved all the same: `find` says so. */
  cancel(at: MachineAt, to_sled_id: string, id: string): Promise<void>
}
