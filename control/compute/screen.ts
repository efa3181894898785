// The screen of an instance. Its bytes go through as they are; this file decides who can see them and for how long.
import { canInstance } from '#contract/instance-states.ts'
import type { screen as operations } from '#contract/screen.ts'
import type { ScreenConnection } from '#drivers/screen.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { reached } from '../frame/driver-error.ts'
import { invalidRequest } from '../frame/errors.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { inputTo, roomToSend, serveWatcher } from './watcher.ts'

export const screen = {
  instance_screen: {
    socket: ({ path, query }, socket, renew) =>
      serveWatcher({ ...path, ...query }, socket, renew, async (ctx, row, { gone, close }) => {
        const connection = await screenOf(ctx, row)
        if (gone.aborted) return connection.close()
        gone.addEventListener('abort', () => connection.close())
        socket.onMessage(inputTo((bytes) => connection.write(bytes), close))
        while (!gone.aborted) {
          await roomToSend(ctx, socket, gone)
          const bytes = await connection.read()
          if (gone.aborted) return
          if (!bytes) return close(1001, 'the machine has ended the connection')
          socket.send(bytes)
        }
      }),
  },
} satisfies Handlers<keyof typeof operations>

async function screenOf({ host }: Ctx, { id, sled_id, run_state }: InstanceRow): Promise<ScreenConnection> {
  if (!sled_id || !canInstance('screen', run_state))
    throw invalidRequest(`instance is ${run_state} and shows no screen`)
  const connection = await reached(host.machines.screen({ id, sled_id }))
  if (!connection) throw invalidRequest('the machines of this rack have no screen, only a serial console')
  return connection
}
