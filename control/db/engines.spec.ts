// The contract every database engine must meet, run on each. The control plane relies on nothing else.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import type { Database, Queries } from './database.ts'
import { ReferenceViolation, UniqueViolation } from './errors.ts'

const times = { time_created: '2026-01-02T03:04:05.678Z', time_modified: '2026-01-02T03:04:05.678Z' }

const rack = { id: 'rack', ...times }

const addSilo = (tx: Queries, name: string) =>
  tx
    .insertInto('silo')
    .values({
      id: name,
      name,
      description: '',
      discoverable: true,
      identity_mode: 'local_only',
      mapped_fleet_roles: {},
      ...times,
    })
    .execute()

const addProject = (tx: Queries, name: string, silo_id = 'silo') =>
  tx
    .insertInto('project')
    .values({ id: `id-${name}`, silo_id, name, description: '', ...times })
    .execute()

const names = async (queries: Queries) =>
  (await queries.selectFrom('project').select('name').orderBy('name').execute()).map((row) => row.name)

const describeProject = (tx: Queries, name: string, description: string) =>
  tx.updateTable('project').set({ description }).where('name', '=', name).executeTakeFirst()

/** A promise resolved from outside: holds one transaction open while another runs. */
function gate() {
  const listeners: (() => void)[] = []
  const passed = new Promise<void>((resolve) => listeners.push(resolve))
  return { open: () => listeners.forEach((listener) => listener()), passed }
}

async function withSilo(open: () => Promise<Database>): Promise<Database> {
  const db = await open()
  await db.transaction((tx) => addSilo(tx, 'silo'))
  return db
}

eachDatabaseAndWasm((engine, open) => {
  describe('transactions', () => {
    it('return the result of the work and commit its writes', async () => {
      const db = await withSilo(open)
      const answer = await db.transaction(async (tx) => {
        await addProject(tx, 'one')
        return names(tx)
      })
      expect(answer).toEqual(['one'])
      expect(await names(db.read)).toEqual(['one'])
    })

    it('roll back when the work throws, and rethrow the error', async () => {
      const db = await withSilo(open)
      const cause = new Error('changed my mind')
      const work = db.transaction(async (tx) => {
        await addProject(tx, 'one')
        throw cause
      })
      await expect(work).rejects.toBe(cause)
      expect(await names(db.read)).toEqual([])
      await db.transaction((tx) => addProject(tx, 'two'))
      expect(await names(db.read)).toEqual(['two'])
    })

    it('are invisible until they commit', async () => {
      const db = await withSilo(open)
      const [written, finish] = [gate(), gate()]
      const writing = db.transaction(async (tx) => {
        await addProject(tx, 'one')
        written.open()
        await finish.passed
      })
      await written.passed
      const reading = names(db.read)
      // reads wait for the transaction in the browser's engine; the other engines answer at once
      if (engine === 'wasm') finish.open()
      expect(await reading).toEqual(engine === 'wasm' ? ['one'] : [])
      finish.open()
      await writing
      expect(await names(db.read)).toEqual(['one'])
    })

    it('are isolated from the statements of others', async () => {
      const db = await withSilo(open)
      const failing = db.transaction(async (tx) => {
        await addProject(tx, 'lost')
        await Promise.resolve()
        throw new Error('no')
      })
      const [, kept] = await Promise.allSettled([failing, db.transaction((tx) => addProject(tx, 'kept'))])
      expect(kept.status).toBe('fulfilled')
      expect(await names(db.read)).toEqual(['kept'])
    })

    it('count correctly with fifty concurrent increments', async () => {
      const db = await withSilo(open)
      await db.transaction(async (tx) => {
        await addProject(tx, 'counter')
        await describeProject(tx, 'counter', '0')
      })
      const increment = () =>
        db.transaction(async (tx) => {
          const row = await tx.selectFrom('project').select('description').executeTakeFirstOrThrow()
          await describeProject(tx, 'counter', String(Number(row.description) + 1))
        })
      await Promise.all(Array.from({ length: 50 }, increment))
      const { description } = await db.read.selectFrom('project').select('description').executeTakeFirstOrThrow()
      expect(description).toBe('50')
    })

    it('prevent write skew', async () => {
      const db = await withSilo(open)
      await db.transaction(async (tx) => {
        await addProject(tx, 'first')
        await addProject(tx, 'second')
      })
      // the rule: one of the two must stay; each may leave only while it sees the other
      const leave = (name: string) =>
        db.transaction(async (tx) => {
          const there = await tx.selectFrom('project').select('name').where('description', '=', '').execute()
          if (there.length < 2) return false
          await describeProject(tx, name, 'gone')
          return true
        })
      const left = await Promise.all([leave('first'), leave('second')])
      expect(left.filter(Boolean)).toHaveLength(1)
    })

    it('let one succeed and cleanly refuse the rest when fifty take the same name', async () => {
      const db = await withSilo(open)
      const take = (_: unknown, at: number) =>
        db.transaction((tx) =>
          tx
            .insertInto('project')
            .values({ id: `id-${at}`, silo_id: 'silo', name: 'wanted', description: '', ...times })
            .execute(),
        )
      const results = await Promise.allSettled(Array.from({ length: 50 }, take))
      const refused = results.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(49)
      for (const { reason } of refused) expect(reason).toBeInstanceOf(UniqueViolation)
    })

    it('fail when a transaction or read is nested inside another', async () => {
      const db = await withSilo(open)
      await expect(db.transaction(() => db.transaction(async () => {}))).rejects.toThrow('inside a transaction')
      await expect(db.transaction(() => names(db.read))).rejects.toThrow('inside a transaction')
    })
  })

  describe('refusals', () => {
    it('name the table and columns of a unique violation', async () => {
      const db = await withSilo(open)
      await db.transaction((tx) => addProject(tx, 'one'))
      const again = db.transaction((tx) =>
        tx
          .insertInto('project')
          .values({ id: 'other', silo_id: 'silo', name: 'one', description: '', ...times })
          .execute(),
      )
      await expect(again).rejects.toMatchObject({
        name: 'UniqueViolation',
        table: 'project',
        constraint: 'project_silo_id_name_key',
        columns: ['silo_id', 'name'],
      })
      const same = db.transaction((tx) => tx.insertInto('rack').values([rack, rack]).execute())
      await expect(same).rejects.toMatchObject({ table: 'rack', constraint: 'rack_pkey', columns: ['id'] })
    })

    it('cover children without a parent and parents with children', async () => {
      const db = await withSilo(open)
      await expect(db.transaction((tx) => addProject(tx, 'one', 'nowhere'))).rejects.toThrow(ReferenceViolation)
      await db.transaction((tx) => addProject(tx, 'one'))
      await expect(db.transaction((tx) => tx.deleteFrom('silo').execute())).rejects.toThrow(ReferenceViolation)
    })

    it('cover writes outside of a transaction', async () => {
      const db = await withSilo(open)
      await expect(addProject(db.read, 'one')).rejects.toThrow(/read-?only/)
    })

    it('cover values that do not fit the column', async () => {
      const db = await withSilo(open)
      const wrong = db.transaction((tx) =>
        tx
          .insertInto('event')
          .values({ noun: 'project', time: times.time_created, status: 'abc' as unknown as number })
          .execute(),
      )
      await expect(wrong).rejects.toThrow()
    })
  })

  describe('values', () => {
    it('round-trip', async () => {
      const db = await withSilo(open)
      const change = {
        discoverable: false,
        mapped_fleet_roles: { admin: ['admin', 'viewer'], "o'dd": [] } as Record<string, ('admin' | 'viewer')[]>,
        description: 'naïve — 日本 🚀 "quoted" \\ \n',
      }
      await db.transaction((tx) => tx.updateTable('silo').set(change).execute())
      expect(await db.read.selectFrom('silo').selectAll().executeTakeFirst()).toMatchObject(change)
      const returned = await db.transaction((tx) =>
        tx.updateTable('silo').set({ discoverable: true }).where('discoverable', '=', false).returningAll().execute(),
      )
      expect(returned).toMatchObject([{ ...change, discoverable: true }])
      expect(await db.read.selectFrom('silo').select('id').where('discoverable', '=', true).execute()).toHaveLength(1)
    })

    it('keep integers past 32 bits, and null for omitted columns', async () => {
      const db = await open()
      const status = 2 ** 53 - 1
      const row = await db.transaction((tx) =>
        tx
          .insertInto('event')
          .values({ noun: 'project', time: times.time_created, status })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
      expect(row).toMatchObject({ status, operation: null, actor_id: null })
      expect(row.seq).toBeTypeOf('number')
    })

    it('count, sum and number rows with plain numbers', async () => {
      const db = await open()
      const event = { noun: 'project', time: times.time_created, status: 2 ** 40 }
      await db.transaction((tx) => tx.insertInto('event').values([event, event, event]).execute())
      const facts = await db.read
        .selectFrom('event')
        .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.sum<number>('status').as('sum')])
        .executeTakeFirst()
      expect(facts).toEqual({ rows: 3, sum: 3 * 2 ** 40 })
      const rows = await db.read.selectFrom('event').select('seq').orderBy('seq').execute()
      expect(rows).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }])
    })

    it('report how many rows a write changed', async () => {
      const db = await withSilo(open)
      await db.transaction(async (tx) => {
        await addProject(tx, 'one')
        expect((await describeProject(tx, 'one', 'x')).numUpdatedRows).toBe(1n)
        expect((await describeProject(tx, 'none', 'x')).numUpdatedRows).toBe(0n)
        expect((await tx.deleteFrom('project').executeTakeFirst()).numDeletedRows).toBe(1n)
      })
    })

    it('sort the same everywhere: byte by byte', async () => {
      const db = await withSilo(open)
      const sorted = ['A-1', 'Z', 'a', 'a-', 'a-1', 'a-b', 'a0', 'a10', 'a2', 'aa', 'ab', 'b', 'é', '日本']
      await db.transaction(async (tx) => {
        for (const name of sorted.toReversed()) await addProject(tx, name)
      })
      expect(await names(db.read)).toEqual(sorted)
      const after = await db.read
        .selectFrom('project')
        .select('name')
        .where('name', '>', 'a-b')
        .orderBy('name')
        .execute()
      expect(after.map((row) => row.name)).toEqual(sorted.slice(sorted.indexOf('a0')))
    })
  })

  it('closes once, after pending work, and refuses queries afterwards', async () => {
    const db = await withSilo(open)
    const last = db.transaction((tx) => addProject(tx, 'last'))
    await Promise.all([last, db.close(), db.close()])
    await expect(sql`select 1`.execute(db.read)).rejects.toThrow()
    await expect(db.transaction((tx) => addProject(tx, 'late'))).rejects.toThrow()
  })
})
