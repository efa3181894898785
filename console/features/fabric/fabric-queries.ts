// What all of the fabric is queried with.

/** Links and sessions change without events, so they are polled. */
export const FABRIC_POLL_MS = 5000
