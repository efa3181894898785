// Periodically copies the output of running machines to the database, so that some is left if a machine vanishes with its sled.
// The instance loop records the end of an orderly run.
import { KEPT_BYTES, lastOutput, printedBytes, updateRun } from '../compute/console-run.ts'
import type { MachineAt } from '#drivers/machines.ts'
import { bySled } from '../compute/by-sled.ts'
import { makeAskSleds } from '../compute/ask-sleds.ts'
import type { Host } from '../frame/context.ts'
import { makeTroubles } from '../frame/troubles.ts'
import type { Loop } from './loop.ts'
import { portion, walkOver, type Walk } from './portion.ts'

const INTERVAL_MS = 60_000
/** Instances per step. */
const BATCH_SIZE = 200
/** Smaller than what is kept at the end, because a guest that prints constantly is copied every minute. */
const COPIED_BYTES = KEPT_BYTES / 4

type Run = MachineAt & { generation: number; end_byte: number }

export function consoleRunLoop(host: Host): Loop {
  const troubles = makeTroubles(host.clock)
  let walk: Walk | undefined

  async function step(): Promise<boolean> {
    const { places, next } = await portion(host, walk ?? walkOver(['running']), BATCH_SIZE)
    walk = next
    await copyRuns(places)
    return next !== undefined
  }

  const openRuns = (ids: string[]) =>
    host.db.read
      .selectFrom('console_run')
      .select(['instance_id as id', 'generation', 'end_byte'])
      .where('instance_id', 'in', ids)
      .where('time_ended', 'is', null)
      .execute()

  /** Sled by sled at the same time: one that does not answer keeps only its own runs waiting. */
  async function copyRuns(places: MachineAt[]): Promise<void> {
    if (places.length === 0) return
    const sledOf = new Map(places.map(({ id, sled_id }) => [id, sled_id]))
    const runs = (await openRuns([...sledOf.keys()])).map((run) => ({ ...run, sled_id: sledOf.get(run.id)! }))
    await copySleds([...bySled(runs)].map(([id, own]) => ({ id, runs: own })))
  }

  const copyAll = async ({ runs }: { id: string; runs: Run[] }) => {
    for (const run of runs) await copy(run)
  }
  const copySleds = makeAskSleds(host, 'console output', copyAll, troubles)

  async function copy(run: Run): Promise<void> {
    const port = await host.machines.console(run)
    if (!port || (await printedBytes(port)) === run.end_byte) return
    const output = await lastOutput(host, run, COPIED_BYTES)
    if (output) await host.db.transaction((tx) => updateRun(tx, run, output))
  }

  return { name: 'console-run', every: INTERVAL_MS, step, troubles }
}
