// What the embedded database remembers is never older than the last commit, and nobody can change it.
import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import type { Database, Queries } from '../database.ts'
import { prepared } from '../prepared.ts'
import { Memory, remembering } from './memory.ts'

const times = { time_created: '2026-01-02T03:04:05.678Z', time_modified: '2026-01-02T03:04:05.678Z' }
const silo = {
  id: 'silo',
  name: 'silo',
  description: '',
  discoverable: true,
  identity_mode: 'local_only' as const,
  mapped_fleet_roles: { admin: ['viewer' as const] },
  ...times,
}
const addSilo = (db: Database) => db.transaction((tx) => tx.insertInto('silo').values(silo).execute())
const addProject = (tx: Queries, name: string) =>
  tx
    .insertInto('project')
    .values({ id: `id-${name}`, silo_id: 'silo', name, description: '', ...times })
    .execute()
const addEvent = (tx: Queries) => tx.insertInto('event').values({ time: times.time_created, noun: 'project' }).execute()

const siloById = prepared((db, { id }: { id: string }) => db.selectFrom('silo').selectAll().where('id', '=', id))
const projects = async (db: Queries) =>
  (await db.selectFrom('project').select('name').orderBy('name').execute()).map(({ name }) => name)
const events = async (db: Queries) => (await db.selectFrom('event').select('seq').execute()).length

eachDatabase(
  (_name, open) => {
    describe('reads', () => {
      test('are the same rows until something is written', async () => {
        const db = await open()
        await addSilo(db)
        const [first] = await siloById(db.read, { id: 'silo' })
        expect((await siloById(db.read, { id: 'silo' }))[0]).toBe(first)
        expect(await siloById(db.read, { id: 'other' })).toEqual([])
        await db.transaction((tx) => addProject(tx, 'web'))
        const [again] = await siloById(db.read, { id: 'silo' })
        expect(again).toEqual(first)
        expect(again).not.toBe(first)
      })

      test('outlive rows of the event log, which is always read anew', async () => {
        const db = await open()
        await addSilo(db)
        const [first] = await siloById(db.read, { id: 'silo' })
        expect(await events(db.read)).toBe(0)
        await db.transaction(addEvent)
        expect(await events(db.read)).toBe(1)
        expect((await siloById(db.read, { id: 'silo' }))[0]).toBe(first)
      })

      test('cannot be changed by who gets them', async () => {
        const db = await open()
        await addSilo(db)
        const rows = await siloById(db.read, { id: 'silo' })
        expect(() => rows.pop()).toThrow(TypeError)
        expect(() => Object.assign(rows[0]!, { name: 'other' })).toThrow(TypeError)
        expect(() => rows[0]!.mapped_fleet_roles.admin!.push('admin')).toThrow(TypeError)
      })

      test('show what was committed, whatever else goes on', async () => {
        const step = record({
          name: constantFrom('a', 'b', 'c'),
          isAdded: boolean(),
          isCommitted: boolean(),
          alsoLogs: boolean(),
        })
        await assert(
          asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
            const db = await open()
            await addSilo(db)
            const there = new Set<string>()
            for (const { name, isAdded, isCommitted, alsoLogs } of steps) {
              const work = db.transaction(async (tx) => {
                if (isAdded && !there.has(name)) await addProject(tx, name)
                if (!isAdded) await tx.deleteFrom('project').where('name', '=', name).execute()
                if (alsoLogs) await addEvent(tx)
                if (!isCommitted) throw new Error('no')
              })
              await work.catch((error: Error) => expect(error.message).toBe('no'))
              if (isCommitted && isAdded) there.add(name)
              if (isCommitted && !isAdded) there.delete(name)
              expect(await projects(db.read)).toEqual([...there].sort())
              expect(await projects(db.read)).toEqual([...there].sort())
            }
            await db.close()
          }),
          { numRuns: 30 },
        )
      })
    })
  },
  ['libsql'],
)

describe('a memory', () => {
  test('of rows with much in them holds fewer', () => {
    let asked = 0
    const run = () => {
      asked++
      return { rows: [{ user_data: 'x'.repeat(43_692) }] }
    }
    const reader = remembering({ run, exec: () => undefined }, new Memory())
    const view = (number: number) => reader.run('select * from "instance" where id = ?', [number])
    for (let number = 0; number < 1000; number++) view(number)
    asked = 0
    for (let number = 0; number < 1000; number++) view(number)
    // a thousand machines have 43 MB of them: most are asked for again
    expect(asked).toBeGreaterThan(800)
    expect(view(999)).toBe(view(999))
  })
})
