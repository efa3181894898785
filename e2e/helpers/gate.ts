// A TCP proxy to the server that counts bytes and that a test can cut, block after a number of bytes, or point at another server.
import { connect, createServer, type Socket } from 'node:net'

export interface Gate {
  url: string
  /** Bytes sent to the server since it was last unblocked. */
  sent: () => number
  /** Ends every connection, and refuses this many new ones. */
  cut: (refusals?: number) => void
  /** Lets this many more bytes through to the server, then blocks. Resolves when it blocks. */
  blockAfter: (bytes: number) => Promise<void>
  /** Ends every connection and lets everything through again. */
  unblock: () => void
  /** New connections go to this server. */
  pointAt: (url: string) => void
  close: () => Promise<void>
}

export async function openGate(to: string): Promise<Gate> {
  let target = new URL(to)
  const sockets = new Set<Socket>()
  let sent = 0
  let limit = Infinity
  let onBlocked: (() => void) | undefined
  let refused = 0
  const cut = (refusals = 0) => {
    refused = refusals
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    if (refused > 0) {
      refused -= 1
      return void near.destroy()
    }
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => {
      if (sent >= limit) return onBlocked?.()
      sent += bytes.length
      far.write(bytes)
    })
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => sent,
    cut,
    blockAfter(bytes) {
      limit = sent + bytes
      return new Promise((resolve) => (onBlocked = resolve))
    },
    unblock() {
      cut()
      sent = 0
      limit = Infinity
    },
    pointAt: (url) => void (target = new URL(url)),
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}
