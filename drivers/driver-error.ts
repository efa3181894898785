// Errors of the drivers for machines and hardware. The message is shown to people.

/**
 * - `host`: the host cannot be reached or does not answer. Nothing is known about its machines; ask again later.
 * - `refused`: the host answered and cannot do it. Asking again will not help.
 * - `busy`: passes by itself.
 * - `transient`: the machine runs, but nothing defines it any more.
 * - `closed`: this driver was closed.
 */
export type DriverErrorCode = 'unknown_machine' | 'wrong_state' | 'transient' | 'busy' | 'closed' | 'host' | 'refused'

export class DriverError extends Error {
  readonly code: DriverErrorCode

  /** The cause is for the log. */
  constructor(code: DriverErrorCode, message: string, cause?: string) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DriverError'
    this.code = code
  }
}
