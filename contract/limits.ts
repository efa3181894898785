// Limits shared by the server and the console.

/** What one bulk write carries, decoded. */
export const MAX_CHUNK_BYTES = 512 * 1024
