// Why a command failed, and the exit code that says so.

export const EXIT = { ok: 0, other: 1, usage: 2, refused: 3, notFound: 4, unreachable: 5, interrupted: 130 } as const

export class CliError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The reader of our output stopped reading, as `head` does; that is no failure. */
export const isClosedPipe = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EPIPE'

export const usage = (message: string) => new CliError(EXIT.usage, message)

/** The server's own message, its status and its request ID. */
export class Refused extends CliError {
  readonly status: number

  constructor(status: number, message: string, requestId?: string) {
    const code = status === 404 ? EXIT.notFound : status < 500 ? EXIT.refused : EXIT.other
    super(code, requestId ? `${message}\nRequest ID: ${requestId}` : message)
    this.status = status
  }
}

export class Unreachable extends CliError {
  constructor(message: string, cause?: unknown) {
    super(EXIT.unreachable, message, { cause })
  }
}
