// The search of failover schedules finds faults that are put in on purpose: one that does not proves nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from '../../testing/failover-faults.ts'
import { realRules } from '../../testing/failover-rules.ts'
import { search } from '../../testing/failover-schedule.ts'

/** As many as failover.random.spec.ts tries. */
const SCHEDULES = 10_000

const { stackTraceLimit } = Error
beforeAll(() => void (Error.stackTraceLimit = 0))
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit))

test.each(Object.entries(faults))('%s: the search finds it', (_, fault) => {
  const rules = { ...realRules, ...fault }
  let seed = 1
  while (seed <= SCHEDULES && search(seed, {}, rules) === undefined) seed++
  expect(seed).toBeLessThanOrEqual(SCHEDULES)
})
