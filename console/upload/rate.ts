// Speed over the last few seconds.

const WINDOW_MS = 5000
const SAMPLE_INTERVAL_MS = 100

interface Sample {
  at: number
  total: number
}

export function makeRate() {
  let samples: Sample[] = []
  return {
    /** Adds a sample and returns the speed, in units of `total` per second. */
    note(at: number, total: number): number {
      // one sample before the window stays, as the point to measure from
      const old = samples.findLastIndex((sample) => sample.at <= at - WINDOW_MS)
      samples = samples.slice(Math.max(0, old))
      if (!samples.length || at - samples.at(-1)!.at >= SAMPLE_INTERVAL_MS) samples.push({ at, total })
      const from = samples[0]!
      return at > from.at ? ((total - from.total) * 1000) / (at - from.at) : 0
    },
  }
}
