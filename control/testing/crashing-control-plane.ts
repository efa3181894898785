// A series of control planes on the same database and machines that a test can kill between any two steps. A killed one stops at
// its current step, and nothing it does later has any effect.
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import type { BackupEngine } from '#drivers/backup-engine.ts'
import { makeMemoryBackups } from '#drivers/simulated/backup-engine.ts'
import type { Machines } from '#drivers/machines.ts'
import { makeMemoryMachines } from '#drivers/simulated/machine-store.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import type { Database } from '../db/database.ts'
import { makeCompute, withCompute, type Compute } from './compute.ts'
import { seededRandom } from './ports.ts'
import { makeWorld, sha256 } from './world.ts'

export interface Life {
  compute: Compute
  /** Crashes after this many steps. A step is the begin or end of a transaction or of a call to the driver or block store. */
  arm(steps: number): void
  /** Crashes now. */
  kill(): void
  readonly died: Promise<void>
  readonly isDead: boolean
}

export interface Lives {
  /** The current control plane. */
  current: Life
  /** Starts another one after the current one was killed or stopped. */
  next(): Promise<Life>
}

const VERBS = ['ensure', 'stop', 'reboot', 'remove', 'copyDisk', 'copyDisks'] as const
const BLOCK_VERBS = ['create', 'clone', 'write', 'flush', 'digest', 'remove'] as const
const ENGINE_VERBS = ['create', 'store', 'tags', 'has', 'forget', 'prune', 'verify', 'size'] as const
const never = new Promise<never>(() => undefined)

/** `meddle` wraps the driver, for example to make it unreliable. Backup targets outlive every control plane. */
export async function makeLives(
  db: Database,
  meddle: (driver: Machines) => Machines = (same) => same,
  sleds = 1,
  targets: BackupEngine = makeMemoryBackups(sha256),
): Promise<Lives> {
  const clock = testingClock()
  const random = seededRandom()
  const blocks = makeMemoryBlocks(sha256)
  const memory = makeMemoryMachines()
  let session: string | undefined

  async function live(isFirst: boolean): Promise<Life> {
    let left = Infinity
    let isDead = false
    const death = new AbortController()
    const died = new Promise<void>((resolve) => death.signal.addEventListener('abort', () => resolve()))
    const kill = () => {
      isDead = true
      death.abort()
    }
    const step = async () => {
      if (!isDead && left-- > 0) return
      kill()
      await never
    }
    const between = async <T>(work: () => Promise<T>): Promise<T> => {
      await step()
      const result = await work()
      await step()
      return result
    }
    const store: typeof memory = {
      ...memory,
      change: async (...given) => (isDead ? never : memory.change(...given)),
    }
    const rack = makeSimulatedRack({ clock, random, sleds, spares: 0, machineStore: store, volumes: blocks })
    const machines = meddle(rack.machines)
    const mortally = <T extends object>(thing: T, verbs: readonly (keyof T)[]) => {
      for (const verb of verbs) {
        const real = (thing[verb] as (...given: never[]) => Promise<unknown>).bind(thing)
        Object.assign(thing, { [verb]: (...given: never[]) => between(() => real(...given)) })
      }
      return thing
    }
    mortally(machines, VERBS)
    const migrations = mortally(rack.migrations!, ['begin', 'find', 'cancel'])
    const mortal: Database = { ...db, transaction: (work) => between(() => db.transaction(work)) }
    const host = {
      db: mortal,
      clock,
      random,
      volumes: mortally({ ...blocks }, BLOCK_VERBS),
      machines,
      migrations,
      backupEngine: mortalEngine(mortally({ ...targets }, ENGINE_VERBS), step),
      ...(sleds > 1 && { hardware: rack.hardware }),
    }
    const compute = isFirst ? await makeCompute(mortal, host) : withCompute(await makeWorld(mortal, host, session))
    session = compute.admin.session
    if (!isFirst) await compute.plane.start()
    return {
      compute,
      arm: (steps) => (left = steps),
      kill,
      died,
      get isDead() {
        return isDead
      },
    }
  }

  const lives: Lives = {
    current: await live(true),
    async next() {
      // let the leases of the crashed one expire
      if (lives.current.isDead) clock.skip(20_000)
      lives.current = await live(false)
      return lives.current
    },
  }
  return lives
}

/** There is a step between any two pieces too. */
const mortalEngine = (engine: BackupEngine, step: () => Promise<void>): BackupEngine => ({
  ...engine,
  store: (repository, bytes, options) =>
    engine.store(repository, { ...bytes, read: () => withSteps(bytes.read(), step) }, options),
  load: (...given) => withSteps(engine.load(...given), step),
})

async function* withSteps<T>(pieces: AsyncIterable<T>, step: () => Promise<void>): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await step()
    yield piece
  }
}
