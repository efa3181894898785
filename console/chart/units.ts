// Units of measured values: bytes in powers of 1024, counts in thousands, CPU time in percent.
import { highestOf } from './chart-scale.ts'

const byteUnits = ['Bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** One unit for a whole series: the largest of which its highest value has at least one. */
export function byteScale(values: Iterable<number | null>): { unit: string; divisor: number } {
  const highest = highestOf(values)
  const power = highest < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log2(highest) / 10))
  return { unit: byteUnits[power] ?? 'Bytes', divisor: 1024 ** power }
}

const countSuffixes = ['', 'k', 'M', 'B', 'T'] as const

/** Three significant digits: 950, 1.25k, 12M. */
export function countText(value: number): string {
  const size = Math.abs(value)
  let power = size < 1000 ? 0 : Math.min(countSuffixes.length - 1, Math.floor(Math.log10(size) / 3))
  // 999,999 rounds to 1000k
  if (Number((size / 1000 ** power).toPrecision(3)) >= 1000 && power < countSuffixes.length - 1) power += 1
  return `${Number((value / 1000 ** power).toPrecision(3))}${countSuffixes[power]}`
}

/** Samples are taken this often; a shorter period would have holes. */
export const SAMPLE_SECONDS = 5
const SAMPLE_NANOSECONDS = SAMPLE_SECONDS * 1e9

/** vCPU time is the mean increase per sample, in nanoseconds, summed over all vCPUs. */
export const cpuPercent = (nanoseconds: number, vcpus: number): number =>
  (nanoseconds * 100) / (SAMPLE_NANOSECONDS * Math.max(1, vcpus))
