// A WebSocket to the machine of an instance, which stays open for hours: who may use it is checked again and again, and neither a slow
// viewer nor a slow guest can fill the memory.
import type { Ctx } from '../frame/context.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { whileAllowed } from '../frame/held-access.ts'
import { napping } from '../frame/ports/clock.ts'
import type { Socket } from '../frame/ports/streams.ts'
import { failureOf } from '../frame/respond.ts'

/** Unsent bytes per slow viewer; the rest waits in the driver. */
const MAX_UNSENT_BYTES = 262_144
const RECHECK_MS = 25
const MAX_PENDING_INPUT_BYTES = 1_048_576

export interface Watched {
  instance: string
  project?: string | undefined
}

type Close = (code: number, reason: string) => void

interface Watcher {
  /** Aborted when the viewer has disconnected or was sent away. */
  gone: AbortSignal
  close: Close
}

/** Runs the work for one viewer until it disconnects or loses access. `renew` reauthenticates and throws without access. */
export async function serveWatcher(
  watched: Watched,
  socket: Socket,
  renew: () => Promise<Ctx>,
  work: (ctx: Ctx, row: InstanceRow, watcher: Watcher) => Promise<void>,
): Promise<void> {
  const left = new AbortController()
  const gone = left.signal
  socket.onClose(() => left.abort())
  const close = (code: number, reason: string) => {
    left.abort()
    socket.close(code, shortened(reason))
  }
  const find = async (ctx: Ctx) => findInstance(ctx, { ...watched }, 'modify')
  try {
    const ctx = await renew()
    const row = await find(ctx)
    void whileAllowed(ctx.host.clock, gone, async () => find(await renew())).catch((error: unknown) =>
      close(1011, failureOf(error).message),
    )
    await work(ctx, row, { gone, close })
  } catch (error) {
    if (!gone.aborted) close(1011, failureOf(error).message)
  }
}

/** Waits while the viewer has not taken what it was sent. */
export async function roomToSend({ host }: Ctx, socket: Socket, gone: AbortSignal): Promise<void> {
  while (!gone.aborted && socket.buffered() > MAX_UNSENT_BYTES) await napping(host.clock, RECHECK_MS, gone)
}

/** Binary frames are input, in order; text frames are ignored. */
export function inputTo(write: (bytes: Uint8Array) => Promise<void>, close: Close) {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  return (data: Uint8Array | string) => {
    if (typeof data === 'string') return
    waiting += data.length
    if (waiting > MAX_PENDING_INPUT_BYTES) return close(1011, 'the guest does not take input this fast')
    last = last
      .then(() => write(data))
      .catch(() => close(1011, 'the guest could not be reached'))
      .finally(() => (waiting -= data.length))
  }
}

/** A close frame's reason is limited to 123 bytes. */
function shortened(reason: string): string {
  const bytes = new TextEncoder().encode(reason)
  if (bytes.length <= 123) return reason
  return new TextDecoder().decode(bytes.subarray(0, 123)).replace(/\uFFFD+$/, '')
}
