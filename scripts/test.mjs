// Runs the tests: types, lint, format, builds, specs, browser. The last line counts them: `N passed, N failed`.
//
// - `npm test`, in about ten minutes: specs on SQLite and one suite per area on every database, one browser test per file, and the tour
//   of every page in one theme.
// - `npm test -- --ci`: everything, with libvirt and OVN, long searches, PostgreSQL and every browser test.
// - `npm test -- --all`: also every suite on the preview's database, every browser test on both hosts, and the tour in Firefox.
// - `--part NAME` runs only that part: checks, browser, or a project of the specs (vitest.projects.ts). CI runs them side by side.
// - `--shard 1/2` runs a part of the browser tests. Other options are Vitest's.
//
// What cannot run here is named. Only with `--ci` it is a failure, if it could be installed.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { NEEDS, programsOf, verdictOn, whyNot } from './needs.mjs'
import { findChromium, tryToInstall } from './programs.mjs'
import { readTestOptions } from './test-options.mjs'

const root = join(import.meta.dirname, '..')
const { depth, parts, projects, shard, rest } = readTestOptions(process.argv.slice(2))
// read by control/testing/engines.ts, e2e/playwright.config.ts and e2e/helpers/depth.ts
process.env.RACKWRIGHT_TEST_DEPTH = depth
const reports = mkdtempSync(join(tmpdir(), 'rackwright-test-'))
const count = { passed: 0, failed: 0 }
/** How many tests did not run, by what they need. */
const skipped = {}
/** Printed last, just above the counts, because CI may keep only the end of the output. */
const notes = []

// not before this script, because npm does not tell `pretest` about options
tryToInstall(programsOf(...needsOfParts()))

try {
  await timed('types, lint, format and builds', () => Promise.all([builds(), parts.includes('checks') && checks()]))
  if (projects.length > 0) await timed('specs', specs)
  if (parts.includes('browser')) await timed('browser tests', browser)
} finally {
  rmSync(reports, { recursive: true, force: true })
}
for (const [need, number] of Object.entries(skipped)) {
  const { line, isFailure } = verdictOn(need, number, { isShort: depth === 'short' })
  notes.push(line)
  if (isFailure) tally({ passed: 0, failed: 1 })
}
if (depth === 'short')
  notes.push('more with npm test -- --ci: libvirt, OVN, Ceph, restic, searches, PostgreSQL, every browser test')
process.stdout.write(`\n${notes.join('\n')}\n`)
process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`)
process.exitCode = count.failed > 0 ? 1 : 0

function needsOfParts() {
  const hasSpecs = projects.some((project) => project !== 'pure' && project !== 'random')
  const isDeep = depth !== 'short'
  return [
    ...(hasSpecs ? ['postgresql', 'openssl', 'unzip', 'xz', 'zstd', 'qemu-img', 'restic', 'sftp'] : []),
    ...(projects.includes('engine')
      ? ['networks', 'uefi', 'aarch64', 'guest-agent', 'installer', 'hosts', 's3', 'ceph-machines']
      : []),
    ...(projects.includes('engine') || (isDeep && parts.includes('browser')) ? ['machines', 'starter-image'] : []),
    ...(parts.includes('browser') ? ['browser'] : []),
    ...(parts.includes('browser') && depth === 'all' ? ['firefox'] : []),
  ]
}

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

/** Before the specs, because several of them use what is built. */
async function builds() {
  await build(['demo', 'server', 'console', 'preview', 'cli']).then(
    () => tally({ passed: 1, failed: 0 }),
    (error) => {
      notes.push(`failed: build\n  ${error.message}`)
      tally({ passed: 0, failed: 1 })
    },
  )
}

/** Output is held until the end, and only failures are shown. */
async function check(name, bin, args) {
  const { code, output } = await run([join(root, 'node_modules', bin), ...args], { quiet: true })
  if (code !== 0) notes.push(`failed: ${name}\n${output}`)
  tally(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

async function specs() {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/vitest-summary.mjs')}`]
  const args = ['run', ...reporters, ...projects.map((project) => `--project=${project}`), ...rest]
  const env = { VITEST_SUMMARY_FILE: report }
  const { code } = await run([join(root, 'node_modules/vitest/vitest.mjs'), ...args], { env })
  const { passed = 0, flaky = [], failures = [], skipped = {} } = readReport(report)
  for (const [need, number] of Object.entries(skipped)) skip(need, number)
  notes.push(
    ...flaky.map((name) => `passed only when tried again: ${name}`),
    ...failures.map((text) => `failed: ${text}`),
  )
  tally({ passed, failed: code === 0 ? failures.length : Math.max(1, failures.length) })
}

async function browser() {
  const report = join(reports, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM: findChromium() }
  const listOnly = whyNot('browser') === undefined ? [] : ['--list']
  const sharded = shard ? [`--shard=${shard}`] : []
  const { code } = await run([join(root, 'e2e/run.mjs'), '--reporter=line,json', ...sharded, ...listOnly], { env })
  const { stats = {}, suites = [], errors = [] } = readReport(report)
  const results = browserResults(suites)
  if (listOnly.length > 0) return skip('browser', results.length)
  const { expected = 0, flaky = 0, unexpected = 0 } = stats
  for (const { spec, status, annotations } of results) {
    if (status === 'flaky') notes.push(`passed only when tried again: ${spec.file} › ${spec.title}`)
    if (status === 'unexpected') notes.push(`failed: ${spec.file} › ${spec.title}`)
    if (status === 'skipped') for (const { description } of annotations) if (description in NEEDS) skip(description, 1)
  }
  notes.push(...errors.map((error) => `failed: outside any test\n  ${error.message}`))
  tally({ passed: expected + flaky, failed: code === 0 ? unexpected : Math.max(1, unexpected) })
}

/** Playwright nests suites (a file, then its describe blocks); each spec has one test per host. */
function browserResults(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, annotations }) => ({ spec, status, annotations })),
    ),
    ...browserResults(suite.suites ?? []),
  ])
}

function skip(need, number) {
  skipped[need] = (skipped[need] ?? 0) + number
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
