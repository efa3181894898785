/** Links and sessions change by themselves, and the host does not announce it. */
export const FABRIC_POLL_MS = 5000
