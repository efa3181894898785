// Everything the control plane takes from its host, by one door: time, chance, secrets, a log, the caller.
// The domain never reaches for Date.now, timers or node:*; a test gives its own.

export interface Clock {
  now(): Date
  /** Rejects when the signal cuts it short. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export interface Random {
  uuid(): string
  bytes(count: number): Uint8Array
}

/** Argon2id. Slow on purpose, so never called while a transaction is open. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}

/** What the host knows of a request besides the request: browsers forbid a worker to see cookies, so the host hands them in. */
export interface Caller {
  address: string
  secure: boolean
  session?: string | undefined
}

/** A login answers with this header; the host turns it into its cookie and never passes it on. Empty: forget the session. */
export const SESSION_HEADER = 'rackwright-session'

/** A WebSocket as the control plane sees it. The host adapts its own kind. */
export interface Socket {
  send(data: Uint8Array | string): void
  /** Bytes accepted by send and not yet on the wire: back-pressure. */
  buffered(): number
  close(code: number, reason: string): void
  onMessage(listener: (data: Uint8Array | string) => void): void
  onClose(listener: () => void): void
}

/** An upgrade is refused with a plain response, or accepted with what to do once the socket is open. */
export type Upgrade = Response | ((socket: Socket) => void)

/** A sleep that somebody may cut short: being woken is not an error. */
export const napping = (clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  clock.sleep(milliseconds, signal).catch((reason: unknown) => {
    if (!signal.aborted) throw reason
  })
