// Keeps a server busy from a process of its own, and counts what it answers. Raw sockets: the client must not be the slow part.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs in the child, so it must need nothing from outside. */
const CLIENT = `
const net = require('node:net')
const [port, connections, milliseconds, request] = JSON.parse(process.argv[1])
let answered = 0, all = 0, wrong = 0, over = false
const open = () => new Promise((done) => {
  const socket = net.connect(port, '127.0.0.1')
  let pending = Buffer.alloc(0), expected = -1
  socket.on('data', (chunk) => {
    pending = pending.length ? Buffer.concat([pending, chunk]) : chunk
    for (;;) {
      if (expected < 0) {
        const end = pending.indexOf('\\r\\n\\r\\n')
        if (end < 0) return
        const head = pending.toString('latin1', 0, end)
        if (!head.startsWith('HTTP/1.1 200')) wrong++
        expected = end + 4 + Number(/content-length: (\\d+)/i.exec(head)?.[1] ?? 0)
      }
      if (pending.length < expected) return
      pending = pending.subarray(expected)
      expected = -1
      answered++
      all++
      if (over) { socket.destroy(); return done() }
      socket.write(request)
    }
  })
  socket.write(request)
})
const sockets = Array.from({ length: connections }, open)
setTimeout(() => { answered = 0; setTimeout(() => { const n = answered; over = true; Promise.all(sockets).then(() => console.log(JSON.stringify({ n, all, wrong }))) }, milliseconds) }, milliseconds / 4)
`

export interface Load {
  port: number
  path: string
  headers?: Record<string, string>
  connections?: number
  milliseconds?: number
}

export interface Pace {
  /** Answers a second, after a warm-up. */
  rate: number
  /** Milliseconds of processor time that this process took for an answer: others on the machine do not change it much. */
  cost: number
}

/** Asks a server of this process. Fails when an answer is not a 200. */
export async function pace({ port, path, headers = {}, connections = 16, milliseconds = 4000 }: Load): Promise<Pace> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  const before = process.cpuUsage()
  const child = spawn(process.execPath, ['-e', CLIENT, JSON.stringify([port, connections, milliseconds, request])])
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await once(child, 'close')
  const { user, system } = process.cpuUsage(before)
  const { n, all, wrong } = JSON.parse(output) as { n: number; all: number; wrong: number }
  if (wrong > 0) throw new Error(`${wrong} answers of ${path} were not a 200`)
  return { rate: (n * 1000) / milliseconds, cost: (user + system) / 1000 / all }
}
