// All the tests: types, lint, unit and API (on three databases), browser. The last line counts them: `N passed, N failed`.
// The preview runs what differs there; `--all` runs every browser test on both hosts.
// What needs one core runs beside what needs time; the browser has the machine to itself, its tests measure moments.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { findChromium } from './programs.mjs'

const root = join(import.meta.dirname, '..')
const isEverything = process.argv.includes('--all')
const reports = mkdtempSync(join(tmpdir(), 'rackwright-test-'))
const count = { passed: 0, failed: 0 }

const hasBrowserTests =
  existsSync(join(root, 'e2e')) && readdirSync(join(root, 'e2e')).some((name) => name.endsWith('.e2e.ts'))

try {
  await Promise.all([units(), checks()])
  if (hasBrowserTests) await browser()
} finally {
  rmSync(reports, { recursive: true, force: true })
}
process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`)
process.exitCode = count.failed > 0 ? 1 : 0

async function checks() {
  await check('types', 'typescript/bin/tsc', ['--noEmit'])
  await check('lint', 'oxlint/bin/oxlint', ['--deny-warnings'])
  await check('format', 'oxfmt/bin/oxfmt', ['--check'])
  if (!hasBrowserTests) return
  await build(['server', 'console', 'preview']).then(
    () => tally({ passed: 1, failed: 0 }),
    () => tally({ passed: 0, failed: 1 }),
  )
}

/** Said only when it fails, and in one piece: it runs beside a reporter that owns the screen. */
async function check(name, bin, args) {
  const { code, output } = await run([join(root, 'node_modules', bin), ...args], { quiet: true })
  if (code !== 0) process.stdout.write(`\n${name}:\n${output}\n`)
  tally(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

async function units() {
  const report = join(reports, 'vitest.json')
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2).filter((arg) => arg !== '--all'),
  ]
  const { code } = await run([join(root, 'node_modules/vitest/vitest.mjs'), ...args])
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report)
  // a file that could not even be read has no failed tests in it
  tally({ passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests) })
}

async function browser() {
  const report = join(reports, 'playwright.json')
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    CHROMIUM: findChromium(),
    ...(isEverything && { RACKWRIGHT_TEST_ALL: '1' }),
  }
  const { code } = await run([join(root, 'e2e/run.mjs'), '--reporter=line,json'], { env })
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {}
  // only a build machine tries again, and says so: one that needs it is a test to mend
  if (flaky > 0) process.stdout.write(`\n${flaky} browser tests passed only when tried again\n`)
  tally({ passed: expected + flaky, failed: code === 0 ? unexpected : Math.max(1, unexpected) })
}

function tally({ passed, failed }) {
  count.passed += passed
  count.failed += failed
}

function run(args, { quiet = false, env = {} } = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
