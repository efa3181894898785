// How subscriptions match alert classes.
import { expect, test } from 'vitest'
import { alertClassNames, matchesClass, SUBSCRIPTION_FORM } from './alert-classes.ts'

test.each([
  ['instance.failed', 'instance.failed', true],
  ['instance.failed', 'instance.restarted', false],
  ['instance.*', 'instance.failed', true],
  ['instance.*', 'instance', false],
  ['instance.*', 'instance.disk.failed', false],
  ['*.failed', 'instance.failed', true],
  ['*', 'instance.failed', false],
  ['**', 'instance.failed', true],
  ['instance.**', 'instance.disk.failed', true],
  ['instance.**', 'instance', false],
  ['**.failed', 'instance.disk.failed', true],
  ['**.failed', 'instance.failed.twice', false],
])('%s and %s: %s', (subscription, alertClass, isMatch) => {
  expect(matchesClass(subscription, alertClass)).toBe(isMatch)
})

test('every class can be subscribed to by its name', () => {
  for (const name of alertClassNames) expect(name).toMatch(SUBSCRIPTION_FORM)
  expect(alertClassNames.toSorted()).toEqual(alertClassNames)
})
