// Ten thousand random queries on a database with two projects: none crashes, hangs or sees the other project.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../frame/errors.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeSamples } from '../samples.ts'
import { writeHistory } from '../testing.ts'
import { Budget } from './budget.ts'
import { runQuery } from './query.ts'
import { randomQuery } from './testing-queries.ts'
import { INSTANCES, NOW, PROJECTS } from './testing.ts'

const SILO = '33333333-3333-4333-8333-333333333333'
/** Every value of the other project is above this, and every one of ours below. */
const FOREIGN = 1e15
const QUERIES = 10_000

eachDatabase(
  (_name, open) => {
    test('random queries', { timeout: 600_000 }, async () => {
      const db = await open()
      for (const [index, project_id] of PROJECTS.entries())
        await writeHistory(db, {
          instance_id: INSTANCES[index]!,
          project_id,
          silo_id: SILO,
          vcpus: 2,
          forMs: 120_000,
          now: NOW,
          run: (elapsed) => (index === 0 ? elapsed : elapsed * FOREIGN),
        })
      const scope = { project_id: PROJECTS[0], silo_id: SILO }
      const outcomes = { results: 0, points: 0, refusals: 0 }
      await fc.assert(
        fc.asyncProperty(randomQuery, async (query) => {
          const source = makeSamples({ db, now: NOW, scope })
          const budget = new Budget({ clock: {}, maxPoints: 20_000 })
          const result = await runQuery(query, { source, budget, now: NOW, projectOnly: true }).catch(
            (error: unknown) => {
              if (!(error instanceof Failure) || error.status !== 400) throw error
              return undefined
            },
          )
          outcomes[result ? 'results' : 'refusals']++
          for (const { timeseries } of result?.tables ?? [])
            for (const { fields, points } of Object.values(timeseries)) {
              if (fields.project_id) expect(fields.project_id.value).toBe(PROJECTS[0])
              for (const { values } of points.values)
                for (const value of values.values) {
                  outcomes.points++
                  if (typeof value === 'number') expect(value).toBeLessThan(FOREIGN)
                }
            }
        }),
        { numRuns: QUERIES, seed: 13 },
      )
      // the queries have to reach the samples to prove anything
      expect(outcomes.results).toBeGreaterThan(QUERIES / 10)
      expect(outcomes.points).toBeGreaterThan(QUERIES)
    })
  },
  ['libsql'],
)
