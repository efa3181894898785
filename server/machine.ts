// This machine as the first sled of the first rack.
import { readFileSync } from 'node:fs'
import { availableParallelism, hostname, totalmem } from 'node:os'
import type { Machine } from '#control/first-run.ts'

export function thisMachine(): Machine {
  return { threads: availableParallelism(), ram: totalmem(), part: 'this-machine', serial: serial(), revision: 0 }
}

/** The name of a machine may change; what it was installed with does not. */
function serial(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim().slice(0, 16) || hostname()
  } catch {
    return hostname()
  }
}
