// The serial console of an instance: its output history and an interactive stream. The driver provides the bytes; this file
// decides who can see them and for how long.
import { canInstance } from '#contract/instance-states.ts'
import type { serialConsole as operations } from '#contract/serial-console.ts'
import type { MachineAt } from '#drivers/machines.ts'
import type { ConsoleEnd, SerialConsole } from '#drivers/serial-console.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { Failure, invalidRequest } from '../frame/errors.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { holdsMachine } from './instance-actions.ts'
import { finishFirstSteps } from '../silo/first-steps.ts'
import { napping, type Socket } from '../frame/ports.ts'
import { failureOf } from '../frame/respond.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'

const DEFAULT_BYTES = 16_384
/** Per response, because each byte takes several in JSON. Clients that need more continue from the end. */
const MAX_HISTORY_BYTES = 2 ** 20
const MAX_FRAME_BYTES = 16_384
/** Unsent bytes per slow viewer; the rest waits in the driver's ring buffer, which all viewers share. */
const MAX_UNSENT_BYTES = 262_144
const RECHECK_MS = 25
const MAX_PENDING_INPUT_BYTES = 1_048_576
/** A viewer who lost the role can keep reading at most this long, in milliseconds. */
const ACCESS_CHECK_INTERVAL_MS = 3_000

export const serialConsole = {
  async instance_serial_console(ctx, { path, query }) {
    const { project, from_start, most_recent, max_bytes } = query
    const row = await findInstance(ctx, { ...path, project }, 'read')
    if ((from_start === null) === (most_recent === null))
      throw invalidRequest('give either from_start or most_recent, and not both')
    const port = await consoleOf(ctx, row)
    const limit = { max_bytes: Math.min(max_bytes ?? DEFAULT_BYTES, MAX_HISTORY_BYTES) }
    const found = await port.history(
      from_start === null ? { ...limit, most_recent: most_recent! } : { ...limit, from_start },
    )
    if ('forgotten' in found) {
      const { from, to } = found.forgotten
      throw invalidRequest(`the output from byte ${from} up to byte ${to} is no longer kept; read on from byte ${to}`)
    }
    return { data: [...found.data], last_byte_offset: found.last_byte_offset }
  },

  instance_serial_console_stream: {
    async socket({ path, query }, socket, renew) {
      const from = query.most_recent === null ? { from_start: 0 } : { most_recent: query.most_recent }
      return serveViewer({ ...path, project: query.project, from }, socket, renew)
    },
  },
} satisfies Handlers<keyof typeof operations>

async function consoleOf(ctx: Ctx, row: InstanceRow): Promise<SerialConsole> {
  if (!canInstance('serial_console', row.run_state))
    throw invalidRequest(
      holdsMachine(row.run_state)
        ? `cannot connect to serial console of instance in state "${row.run_state}"`
        : `instance is ${row.run_state} and has no active serial console server`,
    )
  const port = row.sled_id && (await consoleOn(ctx, { id: row.id, sled_id: row.sled_id }))
  if (port) return port
  throw new Failure(undefined, 'the instance could not be reached and is being moved to failed', 503)
}

async function consoleOn({ host }: Ctx, at: MachineAt): Promise<SerialConsole | undefined> {
  try {
    return await host.machines.console(at)
  } catch (error) {
    if (driverErrorOf(error) !== 'host') throw error
    throw new Failure(undefined, 'the sled that the instance runs on cannot be reached', 503)
  }
}

interface Wanted {
  instance: string
  project?: string | undefined
  from: { from_start: number } | { most_recent: number }
  /** Called with the next offset whenever output was skipped. */
  onPlace?: (offset: number) => void
}

/** Serves one viewer until it disconnects, loses access or the guest stops. `renew` reauthenticates and throws without access. */
export async function serveViewer(
  { instance, project, from, onPlace }: Wanted,
  socket: Socket,
  renew: () => Promise<Ctx>,
): Promise<void> {
  const gone = new AbortController()
  socket.onClose(() => gone.abort())
  const close = (code: number, reason: string) => {
    gone.abort()
    socket.close(code, shortened(reason))
  }
  const find = async (ctx: Ctx) => findInstance(ctx, { instance, project }, 'modify')
  try {
    const ctx = await renew()
    const row = await find(ctx)
    const port = await consoleOf(ctx, row)
    const { silo_id, silo_name } = actorOf(ctx)
    await finishFirstSteps(ctx.host, { id: silo_id, name: silo_name })
    if (gone.signal.aborted) return
    const viewer = port.attach(from)
    let place: number | undefined
    gone.signal.addEventListener('abort', () => viewer.close())
    socket.onMessage(typing(port, close))
    void guard(ctx, gone.signal, async () => find(await renew())).catch((error: unknown) =>
      close(1011, failureOf(error).message),
    )
    while (!gone.signal.aborted) {
      if (socket.buffered() > MAX_UNSENT_BYTES) {
        await napping(ctx.host.clock, RECHECK_MS, gone.signal)
        continue
      }
      const piece = await viewer.read(MAX_FRAME_BYTES)
      if (gone.signal.aborted) return
      if ('ended' in piece) return close(codeOf(piece), piece.reason)
      const begin = piece.last_byte_offset - piece.data.length
      if (begin !== place) onPlace?.(begin)
      place = piece.last_byte_offset
      socket.send(piece.data)
    }
  } catch (error) {
    if (!gone.signal.aborted) close(1011, failureOf(error).message)
  }
}

/** Binary frames are keystrokes, in order; text frames are ignored. */
function typing(port: SerialConsole, close: (code: number, reason: string) => void) {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  return (data: Uint8Array | string) => {
    if (typeof data === 'string') return
    waiting += data.length
    if (waiting > MAX_PENDING_INPUT_BYTES) return close(1011, 'the guest does not take input this fast')
    last = last
      .then(() => port.write(data))
      .catch(() => close(1011, 'the guest could not be reached'))
      .finally(() => (waiting -= data.length))
  }
}

async function guard(ctx: Ctx, gone: AbortSignal, check: () => Promise<unknown>): Promise<void> {
  while (!gone.aborted) {
    await napping(ctx.host.clock, ACCESS_CHECK_INTERVAL_MS, gone)
    if (!gone.aborted) await check()
  }
}

const codeOf = ({ ended }: ConsoleEnd) => (ended === 'failed' ? 1011 : 1001)

/** A close frame's reason is limited to 123 bytes. */
function shortened(reason: string): string {
  const bytes = new TextEncoder().encode(reason)
  if (bytes.length <= 123) return reason
  return new TextDecoder().decode(bytes.subarray(0, 123)).replace(/\uFFFD+$/, '')
}
