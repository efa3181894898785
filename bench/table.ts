// Prints figures beside their targets. A figure with a target is a ratio of two measurements of the same run where that is possible,
// so that it depends little on the machine.
import { appendFileSync } from 'node:fs'

export interface Figure {
  what: string
  measured: number
  /** The target, if there is one. */
  atMost?: number
  atLeast?: number
  unit?: string
}

export function report(title: string, rows: readonly Figure[]): void {
  // scripts/bench.mjs collects the reports of all benches
  const file = process.env.BENCH_REPORT
  if (file) appendFileSync(file, `${JSON.stringify({ title, rows })}\n`)
  process.stdout.write(`\n${title}\n`)
  for (const { what, measured, atMost, atLeast, unit = '' } of rows) {
    const limit = atMost ?? atLeast
    const holds = limit === undefined || (atMost === undefined ? measured >= limit : measured <= limit)
    const target =
      limit === undefined ? '' : `  target: ${atMost === undefined ? 'at least' : 'at most'} ${limit}${unit}`
    process.stdout.write(
      `  ${holds ? '✓' : '✗'} ${what.padEnd(64)} ${measured.toFixed(2).padStart(10)}${unit}${target}\n`,
    )
    if (!holds) process.exitCode = 1
  }
}

/** Takes the middle of several runs, because one of them may have met a pause of the machine. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
