// What a time chart shows.

export interface TimeSeries {
  label: string
  /** one for each of the times; null leaves a gap */
  values: readonly (number | null)[]
}

export interface ChartData {
  start: Date
  end: Date
  /** in ms, in order */
  times: readonly number[]
  series: readonly TimeSeries[]
}
