// Prints what was measured beside what was promised. A promise is a ratio of two things measured in the same run.
import { appendFileSync } from 'node:fs'

export interface Promised {
  what: string
  measured: number
  /** `at most` or `at least` this. */
  atMost?: number
  atLeast?: number
  unit?: string
}

export function report(title: string, rows: readonly Promised[]): void {
  // scripts/bench.mjs collects what all benches report
  const file = process.env.BENCH_REPORT
  if (file) appendFileSync(file, `${JSON.stringify({ title, rows })}\n`)
  process.stdout.write(`\n${title}\n`)
  for (const { what, measured, atMost, atLeast, unit = '' } of rows) {
    const limit = atMost ?? atLeast
    const kept = limit === undefined || (atMost === undefined ? measured >= limit : measured <= limit)
    const promise =
      limit === undefined ? '' : `  promised ${atMost === undefined ? 'at least' : 'at most'} ${limit}${unit}`
    process.stdout.write(
      `  ${kept ? '✓' : '✗'} ${what.padEnd(64)} ${measured.toFixed(2).padStart(10)}${unit}${promise}\n`,
    )
    if (!kept) process.exitCode = 1
  }
}

/** The middle of several runs: one of them may have met a pause of the machine. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
