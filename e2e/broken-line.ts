// A TCP proxy to the server that drops connections mid-transfer.
import { connect, createServer, type Socket } from 'node:net'

export interface BrokenLine {
  url: string
  close(): Promise<void>
}

/** Drops all connections once for a while, after this many bytes were sent to the server. */
export async function brokenLine(to: string, afterBytes: number, forMs: number): Promise<BrokenLine> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  let sent = 0
  let isCut = false
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
    setTimeout(() => (isCut = false), forMs)
  }
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
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
      const before = sent
      sent += bytes.length
      if (before < afterBytes && sent >= afterBytes) cut()
    })
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
