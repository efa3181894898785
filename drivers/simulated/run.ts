// One run of a simulated machine, as far as it is needed to compute its statistics later.
import type { StoredMachine } from './machine.ts'
import type { EndedRun, Run } from './machine-store.ts'

/** Undefined for a machine that never got as far as running. */
export function runOf({ seed, resets, started, ended, spec }: StoredMachine): Run | undefined {
  const { id, ncpus, disks, nics, sled_id } = spec
  return started === undefined ? undefined : { spec: { id, ncpus, disks, nics, sled_id }, seed, resets, started, ended }
}

/** Ends the run of a machine that is removed or replaced now. */
export function endedRun(machine: StoredMachine, now: number): EndedRun | undefined {
  const run = runOf(machine)
  return run && { ...run, ended: run.ended ?? now }
}
