// Browser tests run against the server. Tests of what differs in the preview, where the control plane is a worker, run there too:
// those tagged @both or @preview. `npm test` runs one test per file, tagged @core, and the tour of every page; `npm test -- --all` runs
// every test on both hosts, except @server ones, and the tour in Firefox.
import { defineConfig } from '@playwright/test'
import { findChromium, findFirefox } from '../scripts/programs.mjs'
import { isEverything, isShort } from './helpers/depth.ts'
import type { HostOptions } from './helpers/harness.ts'

const NO_TEST = /(?!)/
const SHORT = /@core|@tour/
/** Tests of the preview alone: those tagged @both run on the server. */
const SHORT_IN_PREVIEW = /(?=.*@core)(?=.*@preview)/

export default defineConfig<HostOptions>({
  testDir: 'specs',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // a test waits about as long as it computes, so three keep two cores busy
  workers: 3,
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
    { name: 'server', use: { host: 'server' }, grepInvert: /@preview/, ...(isShort && { grep: SHORT }) },
    // devices, a second browser or a broken network cannot be tested with a worker inside the page
    {
      name: 'preview',
      use: { host: 'preview' },
      ...(isEverything ? { grepInvert: /@server/ } : { grep: isShort ? SHORT_IN_PREVIEW : /@both|@preview/ }),
    },
    // the Firefox of the distribution, driven over WebDriver BiDi; decision 21 says what that means for the version of Playwright
    {
      name: 'firefox',
      use: {
        host: 'server',
        browserName: 'firefox',
        channel: 'moz-firefox',
        // a preference, because BiDi cannot ask for reduced motion
        launchOptions: { executablePath: findFirefox(), firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 } },
      },
      grep: isEverything ? /@tour/ : NO_TEST,
    },
  ],
})
