// The serial console of a machine. It belongs to one start of the machine: it outlives reboots of the guest, and a new start begins at
// offset 0.

export type HistoryQuery = { max_bytes: number } & (
  | { from_start: number; most_recent?: undefined }
  | { most_recent: number; from_start?: undefined }
)

export interface History {
  data: Uint8Array
  /** The offset just after the data: the next from_start. */
  last_byte_offset: number
}

/** The requested output is no longer kept. A driver keeps at least the first and the last part of the output. */
export interface Forgotten {
  forgotten: { from: number; to: number }
}

export type ConsoleEnd = { ended: 'stopped' | 'failed' | 'removed' | 'closed'; reason: string }

export interface ConsolePiece extends History {
  /** Bytes that this viewer missed because it read too slowly. */
  skipped: number
}

/** Viewers pull. Output is kept once for all viewers, so a stalled viewer costs no memory. */
export interface ConsoleStream {
  /** Waits until there is output or the console ends. One read at a time. */
  read(max_bytes: number): Promise<ConsolePiece | ConsoleEnd>
  close(): void
}

export interface SerialConsole {
  history(query: HistoryQuery): Promise<History | Forgotten>
  attach(from: { from_start: number } | { most_recent: number }): ConsoleStream
  write(bytes: Uint8Array): Promise<void>
}
