// Units of measured values: counters per second, bytes in MiB, CPU time in percent.
import { bytes, measuredText, MiB } from '../util/format.ts'

/** Samples are taken this often; a shorter period would have holes. */
export const SAMPLE_SECONDS = 5
const SAMPLE_NANOSECONDS = SAMPLE_SECONDS * 1e9

/** vCPU time is the mean increase per sample, in nanoseconds, summed over all vCPUs. */
export const cpuPercent = (nanoseconds: number, vcpus: number): number =>
  (nanoseconds * 100) / (SAMPLE_NANOSECONDS * Math.max(1, vcpus))

/** Counters are the mean increase per sample. */
export const perSecond = (count: number): number => count / SAMPLE_SECONDS
export const mibPerSecond = (bytes: number): number => bytes / SAMPLE_SECONDS / MiB

/** '13.7 %', and '213 KiB/s' for 0.208 MiB/s: for values that no axis stands beside. */
export function valueText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return 'no data'
  if (unit !== 'MiB/s') return `${measuredText(value)} ${unit}`
  const rate = bytes(value * MiB)
  return `${measuredText(rate.value)} ${rate.unit}/s`
}
