// Unit and API tests. The browser tests are Playwright's.
import { join } from 'node:path'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { DRIVERS, specs } from './vitest.projects.ts'

const { pure, random, database } = specs()

// one file instead of 1,700: nothing shakes out unused icons here
const icons = {
  '@lucide/icons': join(import.meta.dirname, 'node_modules/@lucide/icons/dist/cjs/lucide-icons.cjs'),
}
const noDriver = join(import.meta.dirname, 'control/testing/no-driver.ts')

/** Should the imports of a spec hide a driver, the spec fails. */
const withoutDrivers = { alias: { ...icons, ...Object.fromEntries(DRIVERS.map((name) => [name, noDriver])) } }

/** Given to each project, because a project that extends this file loads it again. */
const shared: TestUserConfig = {
  // most files are as they were in the last run and need not be transformed again
  experimental: { fsModuleCache: true },
  // the control plane takes longer to load than most files of tests to run: a worker loads it once
  isolate: false,
  unstubGlobals: true,
  // several databases on two busy cores are slow, which must not fail a test
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // only CI retries; `npm test` then names the tests that needed it
  retry: process.env.CI ? 2 : 0,
}

/** Threads start and receive modules faster than processes. Database drivers are native code and need processes. */
const threads = { pool: 'threads' } satisfies TestUserConfig

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { resolve: withoutDrivers, test: { ...shared, ...threads, name: 'pure', include: pure } },
      { resolve: withoutDrivers, test: { ...shared, ...threads, name: 'random', include: random } },
      {
        resolve: { alias: icons },
        test: { ...shared, name: 'database', include: database, globalSetup: ['control/testing/setup.ts'] },
      },
    ],
  },
})
