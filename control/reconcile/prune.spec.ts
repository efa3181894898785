// What is old goes, save the audit log and the sample that the oldest chart begins with; on every database.
import { describe, expect, test } from 'vitest'
import { FLEET_ID } from '../authz.ts'
import { outcomeOf } from '../events.ts'
import { must } from '../testing/authz-world.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { pruneLoop } from './prune.ts'

const DAY = 24 * 3_600_000
const THING = { id: 'a', name: 'a', silo_id: '00000000-0000-4000-8000-000000000001', project_id: '' }

const ago = (world: World, days: number, more = 0) =>
  new Date(world.clock.now().getTime() - days * DAY + more).toISOString()

eachDatabase((_name, open) => {
  describe('pruning', () => {
    test('old news goes in portions, old requests stay', async () => {
      const world = await makeWorld(await open())
      const { db } = world.host
      const news = Array.from({ length: 1200 }, (_, n) => ({
        ...outcomeOf(ago(world, 31, n), 'instance', { ...THING, project_id: THING.silo_id }),
      }))
      const recent = outcomeOf(ago(world, 29), 'instance', { ...THING, project_id: THING.silo_id })
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

    test('old samples go, save the one that the line comes from, and none stays of what was deleted', async () => {
      const world = await makeWorld(await open())
      const { db } = world.host
      const made = async (name: string) =>
        (await must(world.admin, 'POST', '/v1/projects', { name, description: '' })).id
      const names: Record<string, string> = {
        [await made('busy')]: 'busy',
        [await made('quiet')]: 'quiet',
        [FLEET_ID]: 'fleet',
        '00000000-0000-4000-8000-00000000000a': 'gone',
        '00000000-0000-4000-8000-00000000000b': 'long gone',
      }
      const sample = (name: string, days: number) => ({
        subject_id: Object.keys(names).find((id) => names[id] === name)!,
        time: ago(world, days),
        cpus: days,
        memory: 0,
        storage: 0,
      })
      const rows = [
        ...[500, 450, 401, 399, 1].map((days) => sample('busy', days)),
        sample('quiet', 700),
        sample('fleet', 700),
        ...[450, 401, 399].map((days) => sample('gone', days)),
        sample('long gone', 401),
      ]
      await db.transaction((tx) => tx.insertInto('usage_sample').values(rows).execute())
      expect(await pruneLoop(world.host).step()).toBe(false)
      const left = await db.read
        .selectFrom('usage_sample')
        .select(['subject_id', 'cpus'])
        .where('subject_id', 'in', Object.keys(names))
        .orderBy('time')
        .execute()
      expect(left.map(({ subject_id, cpus }) => `${names[subject_id]} ${cpus}`).sort()).toEqual([
        'busy 1',
        'busy 399',
        'busy 401',
        'fleet 700',
        'gone 399',
        'quiet 700',
      ])
    })
  })
})
