// Unit and API tests. The browser tests are Playwright's.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.spec.ts', '**/*.spec.tsx'],
    exclude: ['node_modules', 'dist', 'e2e'],
    globalSetup: ['control/testing/setup.ts'],
    // three databases on two busy cores are slow, which must not fail a test
    maxWorkers: 2,
    // the control plane takes longer to load than most files of tests to run: a worker loads it once
    isolate: false,
    unstubGlobals: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // only CI retries; `npm test` then names the tests that needed it
    retry: process.env.CI ? 2 : 0,
  },
})
