// Unit and API tests. The browser tests are Playwright's.
import { join } from 'node:path'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { DRIVERS, specs, type Project } from './vitest.projects.ts'

const include = specs()

// one file instead of 1,700: nothing shakes out unused icons here
const icons = {
  '@lucide/icons': join(import.meta.dirname, 'node_modules/@lucide/icons/dist/cjs/lucide-icons.cjs'),
}
const noDriver = join(import.meta.dirname, 'control/testing/no-driver.ts')

/** Should the imports of a spec hide a driver, the spec fails. */
const withoutDrivers = { alias: { ...icons, ...Object.fromEntries(DRIVERS.map((name) => [name, noDriver])) } }

const SECONDS = 1000

/**
 * Given to each project, because a project that extends this file loads it again. A busy machine must not fail a test, but a hang is to
 * be seen: a test that waits longer than `seconds` has hung.
 */
const shared = (name: Project, seconds: number): TestUserConfig => ({
  name,
  include: include[name],
  // most files are as they were in the last run and need not be transformed again
  experimental: { fsModuleCache: true },
  // the control plane takes longer to load than most files of tests to run: a worker loads it once
  isolate: false,
  unstubGlobals: true,
  testTimeout: seconds * SECONDS,
  hookTimeout: 2 * seconds * SECONDS,
  // sooner than the test, so that the failure says what was expected
  expect: { poll: { timeout: (seconds / 2) * SECONDS } },
  // only CI retries; `npm test` then names the tests that needed it
  retry: process.env.CI ? 2 : 0,
})

/** Threads start and receive modules faster than processes. Database drivers are native code and need processes. */
const inThreads = (name: Project, seconds: number) => ({
  resolve: withoutDrivers,
  test: { ...shared(name, seconds), pool: 'threads' as const },
})
const inProcesses = (name: Project, seconds: number) => ({
  resolve: { alias: icons },
  test: shared(name, seconds),
})

export default defineConfig({
  test: {
    // a test waits about as long as it computes, so three keep two cores busy
    maxWorkers: 3,
    // for all projects together
    globalSetup: ['control/testing/setup.ts'],
    projects: [
      inThreads('pure', 20),
      inThreads('random', 120),
      inProcesses('api', 60),
      inProcesses('process', 120),
      inProcesses('search', 120),
      inProcesses('engine', 120),
    ],
  },
})
