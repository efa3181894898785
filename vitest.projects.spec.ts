// The rule that divides the specs into projects, checked with specs that are what their comments say.
import { expect, test } from 'vitest'
import { readTestOptions } from './scripts/test-options.mjs'
import { PROJECTS, specs, type Project } from './vitest.projects.ts'

const all = specs()

const EXAMPLES: [Project, string, string][] = [
  ['api', 'control/compute/project.spec.ts', 'opens the test databases'],
  ['api', 'server/syslog.spec.ts', 'opens the test databases, and sockets'],
  ['process', 'server/support-bundle.spec.ts', 'runs the server, which opens a database of its own'],
  ['process', 'server/cli.spec.ts', 'starts the built server'],
  ['process', 'server/http/http.spec.ts', 'listens'],
  ['engine', 'drivers/libvirt/machines.spec.ts', 'starts libvirt'],
  ['engine', 'server/ovn.spec.ts', 'starts OVN'],
  ['engine', 'server/replicas.spec.ts', 'starts and restarts PostgreSQL'],
  ['search', 'control/compute/instance-crash.spec.ts', 'kills at every step'],
  ['search', 'control/compute/instance-model.spec.ts', 'compares with a model'],
  ['search', 'server/abuse/abuse.spec.ts', 'abuses the server'],
  ['search', 'control/audit/tamper.long.spec.ts', 'changes every byte'],
  ['search', 'control/metrics/oxql/random.spec.ts', 'sends random queries to a database'],
  ['random', 'control/network/reachability/random.spec.ts', 'compares random networks'],
  ['random', 'drivers/ovn/firewall-random.spec.ts', 'compares random networks'],
  ['pure', 'console/util/count.spec.ts', 'calls functions'],
  ['pure', 'contract/ip.spec.ts', 'checks addresses with node:net'],
  ['pure', 'control/frame/page.spec.ts', 'imports the types of the database'],
  ['pure', 'console/routes.spec.ts', 'imports the routes, which load every page on demand'],
]

test.each(EXAMPLES)('%s has %s, which %s', (project, spec) => {
  expect(all[project]).toContain(spec)
})

test('each spec is in one project', () => {
  const files = Object.values(all).flat()
  expect(files).toHaveLength(new Set(files).size)
})

test('the short run leaves out engines and searches, and CI leaves out nothing', () => {
  expect(readTestOptions([])).toMatchObject({ depth: 'short', projects: ['pure', 'api', 'process'] })
  const { projects, parts } = readTestOptions(['--ci'])
  expect(projects).toEqual([...PROJECTS])
  expect(parts).toEqual(['checks', ...PROJECTS, 'browser'])
  expect(readTestOptions(['--all', '--ci'])).toMatchObject({ depth: 'all', parts })
})

test('a part can be named, and what npm test does not know goes to Vitest', () => {
  const options = readTestOptions(['--ci', '--part', 'browser', '--part=api', '--shard', '1/2', '-t', 'a name'])
  expect(options).toMatchObject({ parts: ['browser', 'api'], projects: ['api'], shard: '1/2', rest: ['-t', 'a name'] })
  expect(() => readTestOptions(['--part', 'brwser'])).toThrow('there is no part brwser')
})
