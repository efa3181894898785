// Old rows are deleted, except the audit log and the sample that the oldest chart starts from; on every database.
import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../frame/events.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { pruneLoop } from './prune.ts'

const DAY = 24 * 3_600_000
const RESOURCE = { id: 'a', name: 'a', silo_id: '00000000-0000-4000-8000-000000000001', project_id: '' }
const SUBJECTS = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const

const ago = (world: World, days: number, more = 0) =>
  new Date(world.clock.now().getTime() - days * DAY + more).toISOString()

eachDatabase((_name, open) => {
  describe('pruning', () => {
    test('old outcomes are deleted in batches, old requests stay', async () => {
      const world = await makeWorld(await open())
      const { db } = world.host
      const news = Array.from({ length: 1200 }, (_, n) => ({
        ...outcomeOf(ago(world, 31, n), 'instance', { ...RESOURCE, project_id: RESOURCE.silo_id }),
      }))
      const recent = outcomeOf(ago(world, 29), 'instance', { ...RESOURCE, project_id: RESOURCE.silo_id })
      const asked = { ...recent, time: ago(world, 900), operation: 'instance_stop', status: 202 }
      await db.transaction(async (tx) => {
        await tx.insertInto('event').values(asked).execute()
        for (let at = 0; at < news.length; at += 400)
          await tx
            .insertInto('event')
            .values(news.slice(at, at + 400))
            .execute()
        await tx.insertInto('event').values(recent).execute()
      })
      const left = async () =>
        (await db.read.selectFrom('event').select(['operation', 'time']).where('target_id', '=', 'a').execute()).map(
          ({ operation, time }) => [operation, time],
        )
      const loop = pruneLoop(world.host)
      expect(await loop.step()).toBe(true)
      expect(await left()).toHaveLength(202)
      expect(await loop.step()).toBe(false)
      expect(await left()).toEqual([
        ['instance_stop', asked.time],
        [null, recent.time],
      ])
      expect(await loop.step()).toBe(false)
    })

    test('old samples are deleted, except the baseline of the oldest chart', async () => {
      const world = await makeWorld(await open())
      const { db } = world.host
      const sample = (subject_id: string, days: number) => ({
        subject_id,
        time: ago(world, days),
        cpus: days,
        memory: 0,
        storage: 0,
      })
      const rows = [500, 450, 401, 399, 1].map((days) => sample(SUBJECTS[0], days))
      await db.transaction((tx) =>
        tx
          .insertInto('usage_sample')
          .values([...rows, sample(SUBJECTS[1], 700)])
          .execute(),
      )
      expect(await pruneLoop(world.host).step()).toBe(false)
      const left = await db.read
        .selectFrom('usage_sample')
        .select(['subject_id', 'cpus'])
        .where('subject_id', 'in', SUBJECTS)
        .orderBy('subject_id')
        .orderBy('time')
        .execute()
      expect(left.map(({ subject_id, cpus }) => `${subject_id.at(-1)} ${cpus}`)).toEqual([
        'a 401',
        'a 399',
        'a 1',
        'b 700',
      ])
    })
  })
})
