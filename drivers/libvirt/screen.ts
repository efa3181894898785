// The screen of a machine: QEMU serves it by VNC on a socket, to any number of clients.
import type { HostAccess } from './access/host-access.ts'
import { DriverError } from '../driver-error.ts'
import type { ScreenConnection } from '../screen.ts'

const CONNECT_TIMEOUT_MS = 5000

const fail = (reason: string) => new DriverError('wrong_state', `the screen cannot be reached: ${reason}`)

export async function connectScreen(access: HostAccess, path: string): Promise<ScreenConnection> {
  const late = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  const connecting = access.connect(path)
  const timeout = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(fail('it does not answer')))
  })
  const socket = await Promise.race([connecting, timeout]).catch((error: Error) => {
    // it may still come about
    connecting.then(
      (connected) => connected.destroy(),
      () => undefined,
    )
    throw error instanceof DriverError ? error : fail(error.message)
  })
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
