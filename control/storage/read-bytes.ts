// How boot files are read: within limits, which whoever gives this sets.

/** Rejects if the bytes are not all there, or the limits are reached. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>
