// Browser tests run against the server. What differs in the preview, in which the same control plane is a worker, runs there too:
// tests tagged @both or @preview. RACKWRIGHT_TEST_ALL=1 (npm test -- --all) runs every test on both hosts, except @server ones.
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/programs.mjs'
import type { HostOptions } from './harness.ts'

export default defineConfig<HostOptions>({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // a slow machine is not a failed test
  timeout: 240_000,
  retries: process.env.CI ? 2 : 0,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: 'line',
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // what moves is not there yet: tests wait for things, not for motion
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // with it a window behind another is drawn once a second, and every click in it waits for two frames
        '--disable-frame-rate-limit',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    // recording costs as much again as the test
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'server', use: { host: 'server' }, grepInvert: /@preview/ },
    // a device, a second browser or a broken network reach a server, and not a worker inside the page
    {
      name: 'preview',
      use: { host: 'preview' },
      ...(process.env.RACKWRIGHT_TEST_ALL ? { grepInvert: /@server/ } : { grep: /@both|@preview/ }),
    },
  ],
})
