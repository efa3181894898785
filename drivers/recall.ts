// Statistics of the past that were never sampled. Only a simulation can compute them, so this is an optional port of its own.
import type { ComponentReading } from './hardware.ts'
import type { MachineStatistics } from './statistics.ts'

/** Only this part is computed; the others are empty. */
export type RecalledPart = 'vcpus' | 'disks' | 'nics'

export interface RecalledStatistics extends MachineStatistics {
  sled_id: string
}

export interface Recall {
  /** One result per time: undefined if the machine did not run then, or if samples were stored instead. */
  machine(id: string, part: RecalledPart, times: readonly number[]): Promise<(RecalledStatistics | undefined)[]>
  /** The sensors of a sled at these times, except those at which samples were stored. */
  sensors(sled: { id: string; threads: number }, times: readonly number[]): Promise<ComponentReading[][]>
}

export interface RecallPort {
  /** Undefined if nothing can be recalled on this installation. */
  open(): Promise<Recall | undefined>
}
