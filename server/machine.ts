// This machine as the first sled of the first rack.
import { readFileSync } from 'node:fs'
import { availableParallelism, hostname, totalmem } from 'node:os'
import type { Machine } from '#control/system/first-run.ts'

/** Simulated machines take nothing from the real one: a laptop must not be a rack that is full after its first instance. */
const LEAST = { threads: 128, ram: 1024 * 2 ** 30 }

export function thisMachine(): Machine {
  const threads = Math.max(availableParallelism(), LEAST.threads)
  const ram = Math.max(totalmem(), LEAST.ram)
  return { threads, ram, part: 'this-machine', serial: serial(), revision: 0 }
}

/** The name of a machine may change; what it was installed with does not. */
function serial(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim().slice(0, 16) || hostname()
  } catch {
    return hostname()
  }
}
