// Periodically copies the output of running machines to the database, so that some is left if a machine vanishes with its sled.
// The instance loop records the end of an orderly run.
import { KEPT_BYTES, lastOutput, printedBytes, updateRun } from '../compute/console-run.ts'
import type { Host } from '../frame/context.ts'
import type { Loop } from './loop.ts'
import { portion, walkOver, type Walk } from './portion.ts'

const INTERVAL_MS = 60_000
/** Instances per step. */
const BATCH_SIZE = 200
/** Smaller than what is kept at the end, because a guest that prints constantly is copied every minute. */
const COPIED_BYTES = KEPT_BYTES / 4

export function consoleRunLoop(host: Host): Loop {
  let walk: Walk | undefined

  async function step(): Promise<boolean> {
    const { ids, next } = await portion(host, walk ?? walkOver(['running']), BATCH_SIZE)
    walk = next
    if (ids.length > 0) for (const run of await openRuns(ids)) await copy(run)
    return next !== undefined
  }

  const openRuns = (ids: string[]) =>
    host.db.read
      .selectFrom('console_run')
      .select(['instance_id as id', 'generation', 'end_byte'])
      .where('instance_id', 'in', ids)
      .where('time_ended', 'is', null)
      .execute()

  async function copy(run: { id: string; generation: number; end_byte: number }): Promise<void> {
    const port = await host.machines.console(run.id)
    if (!port || (await printedBytes(port)) === run.end_byte) return
    const output = await lastOutput(host, run, COPIED_BYTES)
    if (output) await host.db.transaction((tx) => updateRun(tx, run, output))
  }

  return { name: 'console-run', every: INTERVAL_MS, step }
}
