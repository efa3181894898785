// The rule that divides the specs into projects, checked with specs that are what their comments say.
import { expect, test } from 'vitest'
import { specs } from './vitest.projects.ts'

const { pure, random, database } = specs()

test.each([
  // imports a driver itself
  'server/replicas.spec.ts',
  // through the test databases
  'control/compute/project.spec.ts',
  // through the server, which opens its own
  'server/support-bundle.spec.ts',
  // starts the built server
  'server/cli.spec.ts',
  // listens
  'server/http/http.spec.ts',
])('%s needs databases, processes or sockets', (spec) => {
  expect(database).toContain(spec)
})

test.each([
  'console/util/count.spec.ts',
  // imports the database's types
  'control/frame/page.spec.ts',
  // imports the routes, which load every page on demand
  'console/routes.spec.ts',
])('%s is pure', (spec) => {
  expect(pure).toContain(spec)
})

test('comparisons of random networks are apart', () => {
  expect(random).toEqual(['control/network/reachability/random.spec.ts', 'drivers/ovn/firewall-random.spec.ts'])
})
