// Moves a demo world in time: rows on their way into a database, or a SQLite database as a whole.
import { type RawBuilder, sql } from 'kysely'
import type { SwitchState } from '#drivers/simulated/fabric.ts'
import type { StoredMachine } from '#drivers/simulated/machine.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Table } from '../db/define.ts'
import { tables } from '../db/schema.ts'
import type { AlertAttempt } from '../db/tables/alerts/alert.ts'

type TableName = keyof typeof tables

/** Times that are milliseconds of the epoch instead of text. */
const EPOCH_COLUMNS: ReadonlySet<string> = new Set(['last_sampled', 'changed_at', 'started_at', 'ended_at'])

/** What simulated hardware keeps has times of its own, in milliseconds of the epoch. */
const shiftMachine = (machine: StoredMachine, shift: number): StoredMachine => ({
  ...machine,
  changed: machine.changed + shift,
  ...(machine.started !== undefined && { started: machine.started + shift }),
  ...(machine.ended !== undefined && { ended: machine.ended + shift }),
  plan: machine.plan.map((step) => ({ ...step, at: step.at + shift })),
})
const shiftSwitch = ({ spec, since }: SwitchState, shift: number): SwitchState => ({
  spec,
  since: Object.fromEntries(Object.entries(since).map(([part, time]) => [part, time + shift])),
})

/** An alert of a condition says since when. */
const shiftSince = <T extends { since?: string }>(payload: T, shift: number): T =>
  payload.since ? { ...payload, since: shiftTime(payload.since, shift) } : payload

const shiftAttempts = (attempts: readonly AlertAttempt[], shift: number) =>
  attempts.map((attempt) => ({ ...attempt, time_sent: shiftTime(attempt.time_sent, shift) }))

const shiftTime = (time: string, shift: number) => new Date(Date.parse(time) + shift).toISOString()

/** Shifts a value of this column by so many milliseconds. */
export function shifterOf(table: TableName, column: string, shift: number): (value: unknown) => unknown {
  const kind = (tables[table] as Table).columns[column]?.kind
  if (kind === 'time') return (value) => (value === null ? null : shiftTime(value as string, shift))
  if (table === 'simulated_machine' && column === 'machine')
    return (value) => shiftMachine(value as StoredMachine, shift)
  if (table === 'simulated_switch' && column === 'configuration')
    return (value) => shiftSwitch(value as SwitchState, shift)
  if (table === 'alert' && column === 'payload') return (value) => shiftSince(value as { since?: string }, shift)
  if (table === 'alert_delivery' && column === 'attempt_log')
    return (value) => shiftAttempts(value as AlertAttempt[], shift)
  return EPOCH_COLUMNS.has(column) ? (value) => (value as number) + shift : (value) => value
}

const TEXT_LENGTH = '2026-11-02T15:30:00.000Z'.length
/** Bytes of such a text that are the same in all of them. */
const FIXED_BYTES = [
  [4, '-'],
  [7, '-'],
  [10, 'T'],
  [13, ':'],
  [16, ':'],
  [19, '.'],
  [23, 'Z'],
].map(([at, letter]) => [at as number, (letter as string).charCodeAt(0)] as const)

/**
 * Shifts the times that are text, in the bytes of a SQLite database. They all have the same length, and shifting all of them keeps every
 * order, so rows and indexes stay valid. Update statements would rewrite every index and take ten times as long.
 */
export function shiftTexts(bytes: Uint8Array, shift: number): void {
  for (let at = bytes.indexOf(FIXED_BYTES[2]![1]); at >= 0; at = bytes.indexOf(FIXED_BYTES[2]![1], at + 1)) {
    const start = at - FIXED_BYTES[2]![0]
    if (!FIXED_BYTES.every(([offset, byte]) => bytes[start + offset] === byte)) continue
    const text = bytes.subarray(start, start + TEXT_LENGTH)
    const time = Date.parse(String.fromCharCode(...text))
    if (Number.isNaN(time)) continue
    const shifted = new Date(time + shift).toISOString()
    for (let n = 0; n < TEXT_LENGTH; n++) text[n] = shifted.charCodeAt(n)
  }
}

/** Shifts the times that are numbers. */
export async function shiftNumbers(db: Database, shift: number): Promise<void> {
  await db.transaction(
    async (tx) => {
      for (const table of Object.values(tables) as Table[]) await shiftTable(tx, table, shift)
      await shiftHardware(tx, shift)
    },
    { quiet: true },
  )
}

async function shiftTable(tx: Tx, { name, columns, primary }: Table, shift: number): Promise<void> {
  const times = Object.keys(columns).filter((column) => EPOCH_COLUMNS.has(column))
  if (times.length === 0) return
  const set = (value: (column: string) => RawBuilder<unknown>) => {
    const changes = times.map((column) => sql`${sql.ref(column)} = ${value(column)}`)
    return sql`update ${sql.table(name)} set ${sql.join(changes)}`.execute(tx)
  }
  if (!times.some((column) => primary.includes(column))) {
    await set((column) => sql`${sql.ref(column)} + ${shift}`)
    return
  }
  // by way of negative numbers: keys are checked row by row, and the next row may still have the time that this one gets
  await set((column) => sql`-(${sql.ref(column)} + ${shift})`)
  await set((column) => sql`-${sql.ref(column)}`)
}

/** All rows of a table in one statement: a statement costs more than a row while the database is new. */
async function shiftHardware(tx: Tx, shift: number): Promise<void> {
  const machines = await tx.selectFrom('simulated_machine').select(['id', 'machine']).execute()
  const moved = Object.fromEntries(machines.map(({ id, machine }) => [id, shiftMachine(machine, shift)]))
  // joined, because a subquery would parse the whole text for every row
  await sql`update simulated_machine set machine = moved.value
    from json_each(${JSON.stringify(moved)}) as moved where moved.key = simulated_machine.id`.execute(tx)
  const switches = await tx.selectFrom('simulated_switch').selectAll().execute()
  for (const { rack_id, location, configuration } of switches)
    await tx
      .updateTable('simulated_switch')
      .set({ configuration: shiftSwitch(configuration, shift) })
      .where('rack_id', '=', rack_id)
      .where('location', '=', location)
      .execute()
}
