// Headers by which a page tells the worker what its address asks for.

/** `20;7`: this percentage of calls fails, chosen with this seed. Without a seed, by chance. */
export const CHAOS_HEADER = 'x-chaos'
/** Milliseconds that each call takes, instead of 200 to 400. */
export const DELAY_HEADER = 'x-delay'
