// The data of a time chart.

export interface TimeSeries {
  label: string
  /** its look, where charts of a page show the same things; otherwise its place in the list */
  slot?: number
  /** one per time; null leaves a gap */
  values: readonly (number | null)[]
}

export interface ChartData {
  start: Date
  end: Date
  /** in ms, ascending */
  times: readonly number[]
  series: readonly TimeSeries[]
}

/** A line that the values should stay below, e.g. a quota. */
export interface ChartLimit {
  value: number
  label: string
}
