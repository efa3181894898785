// Browser tests run against the server. Tests of what differs in the preview, where the control plane is a worker, run there too:
// those tagged @both or @preview. RACKWRIGHT_TEST_ALL=1 (npm test -- --all) runs every test on both hosts, except @server ones.
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/programs.mjs'
import type { HostOptions } from './harness.ts'

export default defineConfig<HostOptions>({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // a slow machine must not fail a test
  timeout: 240_000,
  retries: process.env.CI ? 2 : 0,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: 'line',
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // without animations, elements are stable as soon as they appear
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // with the limit, background windows render once a second, and every click in them waits for two frames
        '--disable-frame-rate-limit',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    // recording doubles the time of a test
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'server', use: { host: 'server' }, grepInvert: /@preview/ },
    // devices, a second browser or a broken network cannot be tested with a worker inside the page
    {
      name: 'preview',
      use: { host: 'preview' },
      ...(process.env.RACKWRIGHT_TEST_ALL ? { grepInvert: /@server/ } : { grep: /@both|@preview/ }),
    },
  ],
})
