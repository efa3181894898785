// Time ranges, and ranges that end now.

export interface Range {
  start: Date
  end: Date
}

export interface RangePreset {
  value: string
  label: string
  /** how far back from now */
  ms: number
}

export const presetRange = (preset: RangePreset, now: Date): Range => ({
  start: new Date(now.getTime() - preset.ms),
  end: now,
})
