// How often the state of the fabric is read.

/** Links and sessions change without events, so they are polled. */
export const FABRIC_POLL_MS = 5000
