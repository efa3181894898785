// The screen of a machine: QEMU serves it by VNC on a socket, to any number of clients.
import { createConnection } from 'node:net'
import { DriverError } from '../driver-error.ts'
import type { ScreenConnection } from '../screen.ts'

const CONNECT_TIMEOUT_MS = 5000

export async function connectScreen(path: string): Promise<ScreenConnection> {
  const socket = createConnection(path)
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      socket.destroy()
      reject(new DriverError('wrong_state', `the screen cannot be reached: ${reason}`))
    }
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail('it does not answer'))
    socket.once('error', (error) => fail(error.message))
    socket.once('connect', () => resolve())
  })
  socket.setTimeout(0)
  socket.removeAllListeners('error')
  // reads and writes report it
  socket.on('error', () => undefined)
  // takes from the socket only what is read, so a slow viewer costs no memory
  const pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  return {
    async read() {
      const { value, done } = await pieces.next().catch(() => ({ value: undefined, done: true }))
      return done ? undefined : value
    },
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) =>
          error ? reject(new DriverError('wrong_state', `the screen takes no input: ${error.message}`)) : resolve(),
        )
      }),
    close: () => void socket.destroy(),
  }
}
