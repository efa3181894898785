// Garbage collection settings of the server process.
import { setFlagsFromString } from 'node:v8'

export function tuneGarbageCollection(): void {
  // Collects short-lived garbage on the main thread alone. With helper threads the main thread waits for them, and on a machine whose
  // cores are busy, for example hashing passwords, they wait for a core: a collection took 4.5 ms instead of 1.2.
  setFlagsFromString('--no-parallel-scavenge')
  // Collects the whole heap when it has doubled. What arrives from sockets counts toward the heap until it is collected, so with the
  // usual 16 MB of room an upload of 1 GiB had 55 such collections, which took more of the processor than the upload.
  setFlagsFromString('--heap-growing-percent=100')
}
