// Every bound on a query: what one caller can cost the others.

export const MAX_QUERY_LENGTH = 4096
/** Nested blocks, parentheses and negations. */
export const MAX_NESTING = 64
export const MAX_PATTERN_LENGTH = 256
export const MAX_PATTERN_STATES = 2000
/** A pattern looks at no more than this much of a field. */
export const MAX_MATCH_LENGTH = 1024
/** Points a query may read and compute, over all its tables. */
export const MAX_POINTS = 1_000_000
/** Rows a query may read from the database. A row can hold several points, or none that was asked for. */
export const MAX_ROWS = 1_000_000
/** Timeseries a query may look at. */
export const MAX_SERIES = 50_000
export const MAX_RESULT_POINTS = 100_000
export const MAX_QUERY_MS = 10_000
/** An alignment gives at most this many points for each one it was given. */
export const MAX_UPSAMPLING = 10
