// Time. The domain never uses Date.now or timers directly, so that tests can supply their own.

export interface Clock {
  now(): Date
  /** Rejects when aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Yields to other work. Without it, long work runs without a break. */
  breathe?(): Promise<void>
}

/** A sleep that resolves early when aborted, instead of rejecting. */
export const napping = (clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  clock.sleep(milliseconds, signal).catch((reason: unknown) => {
    if (!signal.aborted) throw reason
  })
