// Time and randomness, supplied by the host, so that drivers can be tested without waiting.

export interface Clock {
  now(): Date
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export interface Random {
  bytes(count: number): Uint8Array
}
