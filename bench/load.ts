// Sends requests from a separate process and counts the responses. Raw sockets, so that the client is not the bottleneck.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs in the child, so it must be self-contained. */
const CLIENT = `
const net = require('node:net')
const [port, connections, milliseconds, request, priority] = JSON.parse(process.argv[1])
require('node:os').setPriority(priority)
let answered = 0, all = 0, wrong = 0, over = false, took = []
const open = () => new Promise((done) => {
  const socket = net.connect(port, '127.0.0.1')
  let head = Buffer.alloc(0), left = -1, since = performance.now()
  socket.on('data', (chunk) => {
    do {
      if (left < 0) {
        head = head.length ? Buffer.concat([head, chunk]) : chunk
        const end = head.indexOf('\\r\\n\\r\\n')
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        if (!text.startsWith('HTTP/1.1 200')) wrong++
        left = Number(/content-length: (\\d+)/i.exec(text)?.[1] ?? 0)
        chunk = head.subarray(end + 4)
        head = Buffer.alloc(0)
      }
      const part = Math.min(left, chunk.length)
      left -= part
      chunk = chunk.subarray(part)
      if (left > 0) return
      left = -1
      answered++
      all++
      took.push(performance.now() - since)
      if (over) { socket.destroy(); return done() }
      since = performance.now()
      socket.write(request)
    } while (chunk.length > 0)
  })
  socket.write(request)
})
const sockets = Array.from({ length: connections }, open)
const p99 = () => took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)]
setTimeout(() => { answered = 0; took = []; setTimeout(() => { const n = answered; over = true; Promise.all(sockets).then(() => console.log(JSON.stringify({ n, all, wrong, p99: p99() }))) }, milliseconds) }, milliseconds / 4)
`

export interface Load {
  port: number
  path: string
  headers?: Record<string, string>
  connections?: number
  milliseconds?: number
  /** Yields the processor to the server: for load that stands for other machines. */
  isPolite?: boolean
}

export interface Pace {
  /** Responses per second, after a warm-up. */
  rate: number
  /** Milliseconds of this process's CPU time per response, which other programs change little. */
  cost: number
  /** Milliseconds. */
  p99: number
}

/** Measures a server in this process. Throws if a response is not a 200. */
export async function pace(load: Load): Promise<Pace> {
  const { port, path, headers = {}, connections = 16, milliseconds = 4000, isPolite = false } = load
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  const orders = [port, connections, milliseconds, request, isPolite ? 5 : 0]
  const before = process.cpuUsage()
  const child = spawn(process.execPath, ['-e', CLIENT, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await once(child, 'close')
  const { user, system } = process.cpuUsage(before)
  if (output === '') throw new Error(`the client of ${path} failed`)
  const { n, all, wrong, p99 } = JSON.parse(output) as { n: number; all: number; wrong: number; p99: number }
  if (wrong > 0) throw new Error(`${wrong} answers of ${path} were not a 200`)
  return { rate: (n * 1000) / milliseconds, cost: (user + system) / 1000 / all, p99 }
}
