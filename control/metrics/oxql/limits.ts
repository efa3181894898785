// Every limit on a query, which bounds what one caller can cost the others.

export const MAX_QUERY_LENGTH = 4096
/** Nested blocks, parentheses and negations. */
export const MAX_NESTING = 64
export const MAX_PATTERN_LENGTH = 256
/** All patterns of a query, in characters, with their repetitions written out. */
export const MAX_PATTERN_SIZE = 1000
/** Patterns match at most this many characters of a field. */
export const MAX_MATCH_LENGTH = 256
/** Points a query may read and compute, over all its tables. */
export const MAX_POINTS = 1_000_000
/** Rows a query may read from the database. A row can hold several points, or none that was asked for. */
export const MAX_ROWS = 1_000_000
/** Timeseries a query may read. */
export const MAX_SERIES = 50_000
export const MAX_RESULT_POINTS = 100_000
/** Steps of a query, see Budget. About ten seconds on an idle server. */
export const MAX_WORK = 200_000_000
/** Output points of an alignment per input point. */
export const MAX_UPSAMPLING = 10
