// Runs every test: types, lint, unit and API, browser. The last line counts them: `N passed, N failed`.
// API tests run on the server's two databases and some on the preview's; the preview runs the browser tests for what differs there.
// `--all` runs every API test on all three, every browser test on both hosts, and the tour of every page in Firefox.
// The demo world is built first, because several parts need it and would build it concurrently; types, lint and format are checked on
// the other core. The builds run alongside the unit tests. The browser tests then have the machine to themselves.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { findChromium, installPrograms } from './programs.mjs'

const root = join(import.meta.dirname, '..')
const isEverything = process.argv.includes('--all')
// read by control/testing/engines.ts and e2e/playwright.config.ts
if (isEverything) process.env.RACKWRIGHT_TEST_ALL = '1'
const reports = mkdtempSync(join(tmpdir(), 'rackwright-test-'))
const count = { passed: 0, failed: 0 }
/** Printed last, just above the counts, because CI may keep only the end of the output. */
const notes = []

// npm does not tell `pretest` about the option
if (isEverything) installPrograms(['firefox'])

try {
  await timed('types, lint and demo world', () => Promise.all([build(['demo']), checks()]))
  await timed('unit and API tests', () => Promise.all([units(), builds()]))
  await timed('browser tests', browser)
} finally {
  rmSync(reports, { recursive: true, force: true })
}
if (notes.length > 0) process.stdout.write(`\n${notes.join('\n')}\n`)
process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`)
process.exitCode = count.failed > 0 ? 1 : 0

/** Decision 21 has the target for the sum. */
async function timed(name, work) {
  const start = performance.now()
  await work()
  notes.push(`${name}: ${Math.round((performance.now() - start) / 1000)} s`)
}

async function checks() {
  await check('types', 'typescript/bin/tsc', ['--noEmit'])
  await check('lint', 'oxlint/bin/oxlint', ['--deny-warnings'])
  await check('format', 'oxfmt/bin/oxfmt', ['--check'])
}

async function builds() {
  await build(['server', 'console', 'preview', 'cli']).then(
    () => tally({ passed: 1, failed: 0 }),
    (error) => {
      notes.push(`failed: build\n  ${error.message}`)
      tally({ passed: 0, failed: 1 })
    },
  )
}

/** Runs alongside a reporter that uses the terminal, so its output is held until the end, and only failures are shown. */
async function check(name, bin, args) {
  const { code, output } = await run([join(root, 'node_modules', bin), ...args], { quiet: true })
  if (code !== 0) notes.push(`failed: ${name}\n${output}`)
  tally(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

async function units() {
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', `--reporter=${join(root, 'scripts/vitest-summary.mjs')}`]
  const given = process.argv.slice(2).filter((arg) => arg !== '--all')
  const env = { VITEST_SUMMARY_FILE: report }
  const { code } = await run([join(root, 'node_modules/vitest/vitest.mjs'), ...args, ...given], { env })
  const { passed = 0, flaky = [], failures = [], skipped = [] } = readReport(report)
  const skippedIn = (pattern) =>
    skipped.filter(([file]) => pattern.test(file)).reduce((sum, [, count]) => sum + count, 0)
  const [machines, networks, images] = [
    skippedIn(/libvirt|machine-/),
    skippedIn(/^(drivers|server)\/ovn/),
    skippedIn(/images/),
  ]
  if (images > 0) notes.push(`not run: ${images} tests of qcow2 and VMDK images, which need qemu-img`)
  if (machines > 0)
    notes.push(
      `not run: ${machines} tests of real machines, which need libvirt, QEMU, OVMF and permission to create namespaces`,
    )
  if (networks > 0)
    notes.push(
      `not run: ${networks} tests of real networks, which need OVN, ethtool and permission to create namespaces`,
    )
  notes.push(
    ...flaky.map((name) => `passed only when tried again: ${name}`),
    ...failures.map((text) => `failed: ${text}`),
  )
  tally({ passed, failed: code === 0 ? failures.length : Math.max(1, failures.length) })
}

async function browser() {
  const report = join(reports, 'playwright.json')
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    CHROMIUM: findChromium(),
  }
  const { code } = await run([join(root, 'e2e/run.mjs'), '--reporter=line,json'], { env })
  const { stats = {}, suites = [], errors = [] } = readReport(report)
  const { expected = 0, flaky = 0, unexpected = 0 } = stats
  for (const { spec, status } of browserResults(suites)) {
    if (status === 'flaky') notes.push(`passed only when tried again: ${spec.file} › ${spec.title}`)
    if (status === 'unexpected') notes.push(`failed: ${spec.file} › ${spec.title}`)
    if (status === 'skipped' && spec.file.includes('real-machine')) notes.push(`not run: ${spec.file} › ${spec.title}`)
  }
  notes.push(...errors.map((error) => `failed: outside any test\n  ${error.message}`))
  tally({ passed: expected + flaky, failed: code === 0 ? unexpected : Math.max(1, unexpected) })
}

/** Playwright nests suites (a file, then its describe blocks); each spec has one test per host. */
function browserResults(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) => spec.tests.map(({ status }) => ({ spec, status }))),
    ...browserResults(suite.suites ?? []),
  ])
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
