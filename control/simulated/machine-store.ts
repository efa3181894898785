// Simulated machines in the database: all replicas see the same machines, whichever replica started them.
import type { EndedRun, MachineRow, MachineStore } from '#drivers/simulated/machine-store.ts'
import type { Database, Tx } from '../db/database.ts'

/** Per machine. */
export const MAX_RUNS = 100

export function makeMachineStore(db: Database, decodeBase64: (text: string) => Uint8Array): MachineStore {
  const machines = () => db.read.selectFrom('simulated_machine').selectAll()

  return {
    // the database has a version only if no other process writes to it
    isShared: db.version === undefined,

    load: (since) =>
      since === undefined
        ? machines().where('is_removed', '=', false).execute()
        : machines().where('changed_at', '>=', since).execute(),

    find: (id) => machines().where('id', '=', id).executeTakeFirst(),

    change: (id, now, work, { durable = true } = {}) =>
      db.transaction(
        async (tx) => {
          const old = await tx.selectFrom('simulated_machine').selectAll().where('id', '=', id).executeTakeFirst()
          const current = old && !old.is_removed ? old.machine : undefined
          const output = tx.selectFrom('simulated_output').select('output').where('machine_id', '=', id)
          const generation = current?.spec.generation
          const block = async (number: number) => {
            const rows = output.where('generation', '=', generation!).where('block', '=', number)
            const row = await rows.executeTakeFirst()
            return row && decodeBase64(row.output)
          }
          const next = await work(current, block)
          if (!next) return undefined
          const changed_at = Math.max(now, (old?.changed_at ?? 0) + 1)
          const row = { id, changed_at, is_removed: next.is_removed ?? false, machine: next.machine }
          await writeMachine(tx, row, !old)
          const isSame = generation === next.machine.spec.generation
          if (old && !isSame) await tx.deleteFrom('simulated_output').where('machine_id', '=', id).execute()
          await writeOutput(tx, id, next)
          if (next.run) await writeRun(tx, next.run)
          return row
        },
        { durable, quiet: true },
      ),

    async blocks(id, generation, { from, to }) {
      const rows = await db.read
        .selectFrom('simulated_output')
        .select(['block', 'output'])
        .where('machine_id', '=', id)
        .where('generation', '=', generation)
        .where('block', '>=', from)
        .where('block', '<=', to)
        .execute()
      return rows.map(({ block, output }) => ({ number: block, bytes: decodeBase64(output) }))
    },

    async recalledUntil() {
      const past = await db.read.selectFrom('simulated_past').select('recalled_until').executeTakeFirst()
      return past && (past.recalled_until ?? Infinity)
    },

    async endedRuns(of) {
      const [column, id] =
        'machine_id' in of ? (['machine_id', of.machine_id] as const) : (['sled_id', of.sled_id] as const)
      const runs = db.read.selectFrom('simulated_run').select(['started_at', 'ended_at', 'run'])
      const rows = await runs.where(column, '=', id).orderBy('started_at').execute()
      return rows.map(({ started_at, ended_at, run }) => ({ ...run, started: started_at, ended: ended_at }))
    },

    async purge(before) {
      await db.transaction(
        (tx) =>
          tx.deleteFrom('simulated_machine').where('changed_at', '<', before).where('is_removed', '=', true).execute(),
        { quiet: true },
      )
    },
  }
}

type Change = NonNullable<Awaited<ReturnType<Parameters<MachineStore['change']>[2]>>>

async function writeMachine(tx: Tx, row: MachineRow, isNew: boolean): Promise<void> {
  const { id, changed_at, is_removed, machine } = row
  if (isNew) await tx.insertInto('simulated_machine').values({ id, changed_at, is_removed, machine }).execute()
  else await tx.updateTable('simulated_machine').set({ changed_at, is_removed, machine }).where('id', '=', id).execute()
}

async function writeOutput(tx: Tx, machine_id: string, { machine, write, forget }: Change): Promise<void> {
  const { generation } = machine.spec
  for (const { number, bytes } of write)
    await tx
      .insertInto('simulated_output')
      .values({ machine_id, generation, block: number, output: encodeBase64(bytes) })
      .onConflict((known) =>
        known
          .columns(['machine_id', 'generation', 'block'])
          .doUpdateSet((row) => ({ output: row.ref('excluded.output') })),
      )
      .execute()
  if (forget.to <= forget.from) return
  await tx
    .deleteFrom('simulated_output')
    .where('machine_id', '=', machine_id)
    .where('generation', '=', generation)
    .where('block', '>=', forget.from)
    .where('block', '<', forget.to)
    .execute()
}

async function writeRun(tx: Tx, { started, ended, ...run }: EndedRun): Promise<void> {
  const { id: machine_id, sled_id } = run.spec
  await tx
    .insertInto('simulated_run')
    .values({ machine_id, started_at: started, ended_at: ended, sled_id, run })
    .onConflict((known) => known.doNothing())
    .execute()
  const runs = tx.selectFrom('simulated_run').select('started_at').where('machine_id', '=', machine_id)
  const surplus = await runs.orderBy('started_at', 'desc').offset(MAX_RUNS).limit(1).executeTakeFirst()
  if (!surplus) return
  await tx
    .deleteFrom('simulated_run')
    .where('machine_id', '=', machine_id)
    .where('started_at', '<=', surplus.started_at)
    .execute()
}

function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let n = 0; n < bytes.length; n += 4096) text += String.fromCharCode(...bytes.subarray(n, n + 4096))
  return btoa(text)
}
