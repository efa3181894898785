// The examples that the browser tests walk: a place that gets a page gets an example, and nothing has one without.
import { expect, test } from 'vitest'
import { places } from '#console/paths.ts'
import { exists, setRoutes } from '#console/route.ts'
import { routes } from '#console/routes.ts'
import { built, examples, unbuilt } from './e2e/places.ts'

setRoutes(routes)
const pathOf = (pattern: string) => pattern.replaceAll(':', '')

test.each(built)('%s has a page', (place) => {
  expect(exists(examples[place]!.replace(/\?.*/, ''))).toBe(true)
})

test.each(unbuilt)('%s has none yet; give it an example in e2e/places.ts when it has', (place) => {
  expect(exists(pathOf(places[place]))).toBe(false)
})
