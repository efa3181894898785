// The serial console of an instance: its output history and an interactive stream. The driver provides the bytes; this file
// decides who can see them and for how long.
import { canInstance } from '#contract/instance-states.ts'
import type { serialConsole as operations } from '#contract/serial-console.ts'
import type { ConsoleEnd, SerialConsole } from '#drivers/serial-console.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { Failure, invalidRequest } from '../frame/errors.ts'
import { reached } from '../frame/driver-error.ts'
import { holdsMachine } from './instance-actions.ts'
import { migrationOf } from './instance-migration.ts'
import { movedTo } from './moved-machine.ts'
import { finishFirstSteps } from '../silo/first-steps.ts'
import type { Socket } from '../frame/ports/streams.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { inputTo, roomToSend, serveWatcher, type Watched } from './watcher.ts'

const DEFAULT_BYTES = 16_384
/** Per response, because each byte takes several in JSON. Clients that need more continue from the end. */
const MAX_HISTORY_BYTES = 2 ** 20
const MAX_FRAME_BYTES = 16_384

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
  const port = row.sled_id && (await reached(ctx.host.machines.console({ id: row.id, sled_id: row.sled_id })))
  if (port) return port
  // it has arrived on the other sled, and the row does not say so yet
  const migration = row.run_state === 'migrating' ? await migrationOf(ctx.db, row.id) : undefined
  const there = migration && (await reached(ctx.host.machines.console({ id: row.id, sled_id: migration.to_sled_id })))
  if (there) return there
  throw new Failure(undefined, 'the instance could not be reached and is being moved to failed', 503)
}

interface Wanted extends Watched {
  from: { from_start: number } | { most_recent: number }
  /** Called with the next offset whenever output was skipped. */
  onPlace?: (offset: number) => void
}

/** Serves one viewer until it disconnects, loses access or the guest stops. */
export const serveViewer = ({ from, onPlace, ...watched }: Wanted, socket: Socket, renew: () => Promise<Ctx>) =>
  serveWatcher(watched, socket, renew, async (ctx, row, { gone, close }) => {
    let at = row
    let port = await consoleOf(ctx, row)
    const { silo_id, silo_name } = actorOf(ctx)
    await finishFirstSteps(ctx.host, { id: silo_id, name: silo_name })
    if (gone.aborted) return
    let viewer = port.attach(from)
    let place: number | undefined
    gone.addEventListener('abort', () => viewer.close())
    socket.onMessage(inputTo((bytes) => port.write(bytes), close))
    while (!gone.aborted) {
      await roomToSend(ctx, socket, gone)
      const piece = await viewer.read(MAX_FRAME_BYTES)
      if (gone.aborted) return
      if ('ended' in piece) {
        // its output goes on where the machine went
        const next = await successor(ctx, at, gone)
        if (gone.aborted) return
        if (!next) return close(codeOf(piece), piece.reason)
        at = { ...row, sled_id: next.sled_id }
        port = next.port
        viewer = port.attach(place === undefined ? from : { from_start: place })
        continue
      }
      const begin = piece.last_byte_offset - piece.data.length
      if (begin !== place) onPlace?.(begin)
      place = piece.last_byte_offset
      socket.send(piece.data)
    }
  })

async function successor({ host }: Ctx, { id, sled_id, generation }: InstanceRow, gone: AbortSignal) {
  const at = sled_id ? await movedTo(host, { id, sled_id, generation }, gone) : undefined
  const port = at && (await host.machines.console(at))
  return port && { sled_id: at.sled_id, port }
}

const codeOf = ({ ended }: ConsoleEnd) => (ended === 'failed' ? 1011 : 1001)
