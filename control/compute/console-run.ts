// Recorded consoles: the last output of each run of an instance. The instance loop opens and closes a run's record in the
// transaction that changes the state. reconcile/console-run.ts copies output meanwhile, in case the machine vanishes.
import type { InstanceState } from '#contract/instance-states.ts'
import type { consoleRun as operations } from '#contract/console-run.ts'
import type { MachineAt } from '#drivers/machines.ts'
import type { SerialConsole } from '#drivers/serial-console.ts'
import type { Handlers, Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { notFound } from '../frame/errors.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'

export const KEPT_RUNS = 5
export const KEPT_BYTES = 256 * 1024

const FACTS = ['generation', 'time_started', 'time_ended', 'end_state', 'end_reason', 'first_byte', 'end_byte'] as const

export const consoleRun = {
  async console_run_list(ctx, { path, query }) {
    const { id } = await findInstance(ctx, { ...path, ...query }, 'read')
    const runs = ctx.db.selectFrom('console_run').select(FACTS).where('instance_id', '=', id)
    return { items: await runs.orderBy('generation', 'desc').execute() }
  },

  async console_run_view(ctx, { path: { instance, generation }, query }) {
    const { id } = await findInstance(ctx, { instance, ...query }, 'read')
    const runs = ctx.db.selectFrom('console_run').selectAll().where('instance_id', '=', id)
    const run = await runs.where('generation', '=', generation).executeTakeFirst()
    if (!run) throw notFound('console-run', String(generation))
    return run
  },
} satisfies Handlers<keyof typeof operations>

export interface Output {
  first_byte: number
  end_byte: number
  /** base64 */
  data: string
}

type Run = Pick<InstanceRow, 'id' | 'generation'>
/** A run's machine. */
type MachineRun = Run & MachineAt

/** Records that the run's machine is up, and deletes the oldest records. */
export async function beginRun(db: Queries, { id, generation }: Run, time_started: string): Promise<void> {
  const fresh = { time_ended: null, end_state: null, end_reason: null, first_byte: 0, end_byte: 0, data: '' }
  await db
    .insertInto('console_run')
    .values({ instance_id: id, generation, time_started, ...fresh })
    // the record exists after a reboot
    .onConflict((there) => there.columns(['instance_id', 'generation']).doNothing())
    .execute()
  await db
    .deleteFrom('console_run')
    .where('instance_id', '=', id)
    .where('generation', '<=', generation - KEPT_RUNS)
    .execute()
}

interface RunEnd {
  time_ended: string
  end_state: Extract<InstanceState, 'stopped' | 'failed'>
  end_reason: string | null
}

/** Without output, the last copy is kept. */
export async function endRun(
  db: Queries,
  run: Run & { time_run_state_updated: string },
  end: RunEnd,
  output?: Output,
): Promise<void> {
  await beginRun(db, run, run.time_run_state_updated)
  await updateRun(db, run, { ...end, ...output })
}

export const updateRun = (db: Queries, { id, generation }: Run, change: Partial<RunEnd & Output>) =>
  db
    .updateTable('console_run')
    .set(change)
    .where('instance_id', '=', id)
    .where('generation', '=', generation)
    .where('time_ended', 'is', null)
    .execute()

/** The last output of this run's machine, if it still exists. Never fails, because recording must not block a state change. */
export async function lastOutput(host: Host, run: MachineRun, limit = KEPT_BYTES): Promise<Output | undefined> {
  try {
    const machine = await host.machines.find(run)
    if (machine?.generation !== run.generation) return undefined
    const port = await host.machines.console(run)
    return port && (await tailOf(port, limit))
  } catch (error) {
    host.log.warn('the console of a machine could not be recorded', { instance: run.id, error: String(error) })
    return undefined
  }
}

export const printedBytes = async (port: SerialConsole): Promise<number> => {
  const found = await port.history({ most_recent: 0, max_bytes: 0 })
  return 'forgotten' in found ? found.forgotten.to : found.last_byte_offset
}

async function tailOf(port: SerialConsole, limit: number): Promise<Output | undefined> {
  const total = await printedBytes(port)
  let found = await port.history({ most_recent: limit, max_bytes: limit })
  if (!('forgotten' in found) && found.last_byte_offset < total)
    // the driver dropped output in the middle; continue after the gap
    found = await port.history({ from_start: found.last_byte_offset, max_bytes: limit })
  if ('forgotten' in found) found = await port.history({ from_start: found.forgotten.to, max_bytes: limit })
  if ('forgotten' in found) return undefined
  const { data, last_byte_offset } = found
  return { first_byte: last_byte_offset - data.length, end_byte: last_byte_offset, data: toBase64(data) }
}

const SLICE = 8192

function toBase64(bytes: Uint8Array): string {
  let text = ''
  // too many arguments overflow the stack
  for (let at = 0; at < bytes.length; at += SLICE) text += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  return btoa(text)
}
