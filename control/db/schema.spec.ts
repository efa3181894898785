// A migrated database matches the declarations on every engine. Each step runs once and there are no down migrations.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { declared, found } from '../testing/introspect.ts'
import type { Table } from './define.ts'
import { migrate, migrations } from './migrate.ts'
import { tables } from './schema.ts'

const all: Record<string, Table> = tables
const now = new Date('2026-01-02T03:04:05.678Z')

describe('declarations', () => {
  it('are keyed by their table name', () => {
    for (const [name, table] of Object.entries(all)) expect(table.name).toBe(name)
  })

  it('give a column name one kind in all tables, because engines look kinds up by name', () => {
    const kinds = new Map<string, string>()
    for (const table of Object.values(all)) {
      for (const [name, { kind }] of Object.entries(table.columns)) {
        const plain = kind === 'json' || kind === 'boolean' ? kind : 'as it is'
        expect(kinds.get(name) ?? plain, `${table.name}.${name}`).toBe(plain)
        kinds.set(name, plain)
      }
    }
  })

  it('reference tables with an id and index every reference, because deleting a parent looks for its children', () => {
    for (const table of Object.values(all)) {
      for (const [name, { reference }] of Object.entries(table.columns)) {
        if (!reference) continue
        expect(all[reference.table]?.primary, `${table.name}.${name}`).toEqual(['id'])
        const firsts = [table.primary[0], ...table.indexes.map((index) => index.columns[0])]
        expect(firsts, `${table.name} has an index that starts with ${name}`).toContain(name)
      }
    }
  })

  it('number their migrations without gaps', () => {
    const numbers = migrations.map(({ name }) => name.slice(0, 5))
    expect(numbers).toEqual(migrations.map((_, at) => `${String(at + 1).padStart(4, '0')}-`))
  })
})

eachDatabaseAndWasm((name, open) => {
  it('matches the declarations after migration', async () => {
    const db = await open()
    const expected = Object.values(all).map((table) => [table.name, declared(table, db.dialect)])
    expect(await found(db)).toEqual(Object.fromEntries(expected))
  })

  it('runs each step once', async () => {
    const db = await open({ empty: true })
    expect(await migrate(db, now)).toEqual(migrations.map((migration) => migration.name))
    expect(await migrate(db, now)).toEqual([])
    const { rows } = await sql`select distinct time_applied from migration`.execute(db.read)
    expect(rows).toEqual([{ time_applied: now.toISOString() }])
  })

  it('is migrated once when two servers start at once', async () => {
    const db = await open({ empty: true })
    const runs = await Promise.all([migrate(db, now), migrate(db, now), migrate(db, now)])
    expect(runs.flat().sort()).toEqual(migrations.map((migration) => migration.name))
  })

  it('rolls back a failed step', async () => {
    const db = await open({ empty: true })
    const failing = {
      name: '0001-fails',
      async up(ground: Parameters<(typeof migrations)[number]['up']>[0]) {
        await sql`create table half (id text)`.execute(ground)
        throw new Error('no further')
      },
    }
    await expect(migrate(db, now, [failing])).rejects.toThrow('no further')
    expect(await found(db)).toEqual({})
    expect(await migrate(db, now)).toHaveLength(migrations.length)
  })

  it('is refused when it is newer than the program', async () => {
    const db = await open()
    const later = { name: '9999-later', up: async () => {} }
    await migrate(db, now, [...migrations, later])
    await expect(migrate(db, now)).rejects.toThrow('the database is newer than this program: it has 9999-later')
  })

  it.each([['0001-frame', '0002-identity'], ['0001-initial']])(
    'is refused and left unchanged when a version before 0.2.0 created it: %s',
    async (...names) => {
      const db = await open({ empty: true })
      const old = names.map((step) => ({ name: step, up: async () => {} }))
      await migrate(db, now, old)
      await expect(migrate(db, now)).rejects.toThrow(
        'the database was created by a version of Rackwright before 0.2.0, and its data cannot be migrated',
      )
      expect(await found(db)).toEqual({})
    },
  )
})
