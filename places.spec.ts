// The examples for the browser tests: every place with a page has an example, and no other place has one.
import { expect, test } from 'vitest'
import { places } from '#console/paths.ts'
import { exists, setRoutes } from '#console/route.ts'
import { routes } from '#console/routes.ts'
import { built, examples, unbuilt } from './e2e/helpers/places.ts'

setRoutes(routes)
const pathOf = (pattern: string) => pattern.replaceAll(':', '')

test.each(built)('%s has a page', (place) => {
  expect(exists(examples[place]!.replace(/\?.*/, ''))).toBe(true)
})

test.each(unbuilt)('%s has no page yet; when it has one, add an example to e2e/helpers/places.ts', (place) => {
  expect(exists(pathOf(places[place]))).toBe(false)
})
