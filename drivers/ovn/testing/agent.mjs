// Listens and connects inside a namespace, as the services and clients of a guest would. Reads commands from standard input, one JSON
// object per line, and answers each in the same way. A service answers with what it saw: `<name> <address of the client>`.
import { createSocket } from 'node:dgram'
import { createConnection, createServer } from 'node:net'
import { createInterface } from 'node:readline'

const [, , name = ''] = process.argv
/** An answer that takes longer is none. */
const TIMEOUT_MS = 1_500
/** A datagram may be lost while addresses are still being resolved. */
const UDP_RETRY_MS = 400

/** What the UDP services were sent, in base64. */
const heard = []

const bare = (address = '') => address.replace(/^::ffff:/, '')

const serve = {
  TCP: (port) =>
    new Promise((resolve, reject) => {
      const server = createServer((socket) => {
        socket.on('error', () => {})
        socket.end(`${name} ${bare(socket.remoteAddress)}`)
      })
      server.once('error', reject).listen(port, '0.0.0.0', () => resolve())
    }),
  UDP: (port) =>
    new Promise((resolve, reject) => {
      const socket = createSocket('udp4')
      socket.on('message', (bytes, { address, port: from }) => {
        heard.push(bytes.toString('base64'))
        socket.send(`${name} ${bare(address)}`, from, address)
      })
      socket.once('error', reject).bind(port, () => resolve())
    }),
}

const ask = {
  TCP: (ip, port) =>
    new Promise((resolve) => {
      let answer = ''
      const socket = createConnection({ host: ip, port, timeout: TIMEOUT_MS })
      const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS)
      socket.on('data', (text) => (answer += text)).on('error', () => {})
      socket.once('close', () => {
        clearTimeout(timer)
        resolve(answer)
      })
    }),
  UDP: (ip, port) =>
    new Promise((resolve) => {
      const socket = createSocket('udp4')
      const send = () => socket.send('?', port, ip, () => {})
      const again = setInterval(send, UDP_RETRY_MS)
      const end = (answer) => {
        clearInterval(again)
        clearTimeout(timer)
        socket.close()
        resolve(answer)
      }
      const timer = setTimeout(() => end(''), TIMEOUT_MS)
      socket.on('message', (text) => end(String(text))).on('error', () => end(''))
      send()
    }),
}

const does = {
  serve: ({ protocol, port }) => serve[protocol](port).then(() => 'ok', String),
  ask: ({ protocol, ip, port }) => ask[protocol](ip, port),
  tell: async () => heard.join(' '),
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, ...request } = JSON.parse(line)
  const answer = await does[request.does](request)
  process.stdout.write(`${JSON.stringify({ id, answer })}\n`)
})
process.stdin.on('end', () => process.exit(0))
