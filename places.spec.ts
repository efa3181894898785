// The examples for the browser tests: every place with a page has an example, and no other place has one. Links in alerts lead to pages.
import { expect, test } from 'vitest'
import { places } from '#console/paths.ts'
import { exists, setRoutes } from '#console/route.ts'
import { routes } from '#console/routes.ts'
import { pathOf as pathOfAlert } from '#control/alert/sentence.ts'
import { built, examples, unbuilt } from './e2e/helpers/places.ts'

setRoutes(routes)
const pathOf = (pattern: string) => pattern.replaceAll(':', '')

test.each(built)('%s has a page', (place) => {
  expect(exists(examples[place]!.replace(/\?.*/, ''))).toBe(true)
})

test.each(unbuilt)('%s has no page yet; when it has one, add an example to e2e/helpers/places.ts', (place) => {
  expect(exists(pathOf(places[place]))).toBe(false)
})

test.each([
  ['instance.failed', { project_name: 'web', instance_name: 'db1' }],
  ['disk.faulted', { project_name: 'web', disk_name: 'data' }],
  ['snapshot.faulted', { project_name: 'web', snapshot_name: 'daily' }],
  ['quota.nearly_reached', {}],
  ['login.throttled', {}],
])('an alert of class %s leads to a page', (alert_class, payload) => {
  for (const isMember of [true, false])
    expect(exists(pathOfAlert({ id: 'id', alert_class, payload }, isMember).replace(/\?.*/, ''))).toBe(true)
})
