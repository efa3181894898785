// Runs the programs in bench/ one after the other, each in a process of its own: what one leaves in memory must not slow the next.
// Names after `--` choose among them: `npm run bench -- pages start`. `--write` writes bench/RESULTS.md; with names, only their sections
// are replaced. A bench that fails or hangs is reported and does not stop the others.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeResults } from './bench-results.mjs'

const MAX_MINUTES = 15
const root = join(import.meta.dirname, '..')
const bench = join(root, 'bench')
const [first, file] = process.argv.slice(2)

if (first === '--program') {
  const { runnerImport } = await import('vite')
  await runnerImport(file, { configFile: false, root, logLevel: 'warn' })
} else {
  await all(process.argv.slice(2))
}

async function all(args) {
  const chosen = args.filter((arg) => !arg.startsWith('--'))
  const names = readdirSync(bench)
    .filter((name) => name.endsWith('.bench.ts'))
    .map((name) => name.slice(0, -'.bench.ts'.length))
    .sort()
  const wanted = names.filter((name) => chosen.length === 0 || chosen.includes(name))
  if (wanted.length === 0) {
    process.stderr.write(`no such program in bench/; there are: ${names.join(', ')}\n`)
    process.exitCode = 1
    return
  }
  const results = []
  for (const name of wanted) {
    const result = await run(name)
    results.push(result)
    process.stdout.write(`  (${name}: ${result.seconds} s${result.problem ? `, ${result.problem}` : ''})\n`)
    if (result.problem) process.exitCode = 1
    // after each one, so that an interrupted run keeps what it has
    if (args.includes('--write')) writeResults(join(bench, 'RESULTS.md'), [result], names)
  }
  const misses = results.flatMap(({ sections }) => sections.flatMap(({ rows }) => rows)).filter((row) => !holds(row))
  process.stdout.write(`\n${misses.length} missed${misses.length > 0 ? ':' : ''}\n`)
  for (const { what, measured, unit = '' } of misses)
    process.stdout.write(`  ${what}: ${measured === null ? 'not measured' : measured.toFixed(2) + unit}\n`)
}

function holds({ measured, atMost = Infinity, atLeast = -Infinity }) {
  const hasTarget = atMost !== Infinity || atLeast !== -Infinity
  return !hasTarget || (measured !== null && measured <= atMost && measured >= atLeast)
}

/** What it reported, how long it took, and what went wrong if it did not end well. */
async function run(name) {
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-bench-'))
  const report = join(folder, 'report.jsonl')
  const started = performance.now()
  const args = ['--expose-gc', import.meta.filename, '--program', join(bench, `${name}.bench.ts`)]
  // a process group of its own, so that servers and clients of a bench that hangs end with it
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, BENCH_REPORT: report },
    stdio: 'inherit',
    detached: true,
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.kill(-child.pid, 'SIGKILL')
  }, MAX_MINUTES * 60_000)
  const stop = () => {
    process.kill(-child.pid, 'SIGKILL')
    process.exit(1)
  }
  const ENDS = ['SIGINT', 'SIGTERM']
  for (const signal of ENDS) process.once(signal, stop)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  for (const signal of ENDS) process.off(signal, stop)
  clearTimeout(timer)
  const sections = readReport(report)
  rmSync(folder, { recursive: true, force: true })
  const seconds = Math.round((performance.now() - started) / 1000)
  // a bench that misses a target exits with 1, too
  const isBroken = sections.length === 0 || (code !== 0 && code !== 1)
  const problem = isLate ? `stopped after ${MAX_MINUTES} minutes` : isBroken ? `failed with ${code}` : undefined
  return { name, seconds, sections, problem }
}

function readReport(file) {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line))
  } catch {
    return []
  }
}
