// The serial console's stream with places in it, for viewers that come back after a lost connection.
import type { Input } from '#contract/api.ts'
import type { serialStream as operations } from '#contract/serial-stream.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { badRequest } from '../frame/errors.ts'
import type { Socket } from '../frame/ports.ts'
import { serveViewer } from './serial-console.ts'

export const serialStream = {
  async serial_stream() {
    throw badRequest('expected connection upgrade: the serial console stream is a WebSocket')
  },
} satisfies Handlers<keyof typeof operations>

/** Where both are given, the place counts: it is the more exact. */
export function serveStream(
  { path, query }: Input<'serial_stream'>,
  socket: Socket,
  renew: () => Promise<Ctx>,
): Promise<void> {
  const { project, from_start, most_recent } = query
  const from =
    from_start !== null ? { from_start } : most_recent !== null ? { most_recent } : ({ from_start: 0 } as const)
  const onPlace = (offset: number) => socket.send(JSON.stringify({ offset }))
  return serveViewer({ ...path, project, from, onPlace }, socket, renew)
}
