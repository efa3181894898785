// Garbage collection settings of the server process.
import { setFlagsFromString } from 'node:v8'

/**
 * Collects short-lived garbage on the main thread alone. With helper threads the main thread waits for them, and on a machine whose
 * cores are busy, for example hashing passwords, they wait for a core: a collection took 4.5 ms instead of 1.2.
 */
export function preferShortPauses(): void {
  setFlagsFromString('--no-parallel-scavenge')
}
