// Units of measured values: counters per second, bytes in MiB, CPU time in percent.
import { MiB } from '../util/format.ts'

/** Samples are taken this often; a shorter period would have holes. */
export const SAMPLE_SECONDS = 5
const SAMPLE_NANOSECONDS = SAMPLE_SECONDS * 1e9

/** vCPU time is the mean increase per sample, in nanoseconds, summed over all vCPUs. */
export const cpuPercent = (nanoseconds: number, vcpus: number): number =>
  (nanoseconds * 100) / (SAMPLE_NANOSECONDS * Math.max(1, vcpus))

/** Counters are the mean increase per sample. */
export const perSecond = (count: number): number => count / SAMPLE_SECONDS
export const mibPerSecond = (bytes: number): number => bytes / SAMPLE_SECONDS / MiB
