// Unit and API tests. The browser tests are Playwright's.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { DRIVERS, specs } from './vitest.projects.ts'

const { pure, database } = specs()

export default defineConfig({
  // one file instead of 1,700: nothing shakes out unused icons here
  resolve: {
    alias: { '@lucide/icons': join(import.meta.dirname, 'node_modules/@lucide/icons/dist/cjs/lucide-icons.cjs') },
  },
  test: {
    // several databases on two busy cores are slow, which must not fail a test
    maxWorkers: 2,
    // the control plane takes longer to load than most files of tests to run: a worker loads it once
    isolate: false,
    unstubGlobals: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // only CI retries; `npm test` then names the tests that needed it
    retry: process.env.CI ? 2 : 0,
    projects: [
      {
        extends: true,
        // should the imports of a spec hide a driver, the spec fails
        resolve: {
          alias: Object.fromEntries(
            DRIVERS.map((name) => [name, join(import.meta.dirname, 'control/testing/no-driver.ts')]),
          ),
        },
        test: { name: 'pure', include: pure },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: database,
          globalSetup: ['control/testing/setup.ts'],
        },
      },
    ],
  },
})
