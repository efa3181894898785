// Whatever happens to instances, the provisioned vCPUs of a silo always equal the sum over its instances.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsMachine } from '../compute/instance-actions.ts'
import { breath, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const NAMES = ['one', 'two', 'three'] as const

const action = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    name: fc.constantFrom(...NAMES),
    ncpus: fc.integer({ min: 1, max: 8 }),
    start: fc.boolean(),
  }),
  fc.record({ kind: fc.constantFrom('start', 'stop', 'reboot', 'delete'), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 4000 }) }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** May be refused: a missing instance cannot be stopped. */
async function act({ admin, clock }: Compute, taken: Action) {
  if ('milliseconds' in taken) return clock.advance(taken.milliseconds)
  if ('ncpus' in taken) {
    const { name, ncpus, start } = taken
    const body = { name, description: '', hostname: name, ncpus, memory: 2 ** 30, start }
    return admin.raw('POST', '/v1/instances?project=web', body)
  }
  const path = `/v1/instances/${taken.name}`
  if (taken.kind === 'delete') return admin.raw('DELETE', `${path}?project=web`)
  return admin.raw('POST', `${path}/${taken.kind}?project=web`)
}

/** Both in one snapshot: loops may change instances between two reads. */
const provisioned = ({ host }: Compute, subject_id: string) =>
  host.db.transaction(async (tx) => {
    const instances = await tx.selectFrom('instance').select(['run_state', 'ncpus']).execute()
    const held = instances.filter(({ run_state }) => holdsMachine(run_state))
    const last = await tx
      .selectFrom('usage_sample')
      .select('cpus')
      .where('subject_id', '=', subject_id)
      .orderBy('time', 'desc')
      .limit(1)
      .executeTakeFirst()
    return { sampled: last?.cpus ?? 0, sum: held.reduce((sum, { ncpus }) => sum + ncpus, 0) }
  })

eachDatabase((_name, open) => {
  test('provisioned vCPUs are the sum over instances', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 16 }), async (actions) => {
        const compute = await makeCompute(await open())
        const { silo_id } = await compute.host.db.read.selectFrom('project').selectAll().executeTakeFirstOrThrow()
        for (const each of actions) {
          await act(compute, each)
          await breath()
          const { sampled, sum } = await provisioned(compute, silo_id)
          expect(sampled).toBe(sum)
        }
        await compute.quiet()
        const { sum } = await provisioned(compute, silo_id)
        const now = compute.clock.now().getTime()
        const window = `start_time=1970-01-01T00:00:00Z&end_time=${new Date(now + 1).toISOString()}`
        const { items } = await compute.ok('GET', `/v1/metrics/cpus_provisioned?${window}&order=descending&limit=1`)
        const levels = (items as { datum: { datum: number } }[]).map(({ datum }) => datum.datum)
        expect(levels[0] ?? 0).toBe(sum)
        const query = `get collection_target:cpus_provisioned | filter id == "${silo_id}" | last 1`
        const { tables } = await compute.ok('POST', '/v1/system/timeseries/query', { query })
        const [table] = tables as {
          timeseries: Record<string, { points: { values: { values: { values: number[] } }[] } }>
        }[]
        expect(Object.values(table!.timeseries).flatMap(({ points }) => points.values[0]!.values.values)).toEqual(
          levels.slice(0, 1),
        )
        expect(compute.errors).toEqual([])
        await compute.stop()
      }),
      { numRuns: 10, seed: 13 },
    )
  })
})
