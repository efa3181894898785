// Many clients in a separate process: live streams, bodies that never end, and logins that never stop. Options come as JSON in the first
// argument. Prints a line of JSON when the streams and bodies are open, and another with the counts for each input. Exits when its
// standard input closes.
import { connect } from 'node:net'
import { setPriority } from 'node:os'

const { port, cookie, streams = 0, bodies = 0, logins = 0, username, password } = JSON.parse(process.argv[2])
// clients are other machines: they must not take the processor from the server
setPriority(5)

const seen = { messages: 0, logins: 0, refused: 0, closed: 0 }
const open = () => connect(port, '127.0.0.1').on('error', () => undefined)
const request = (line, headers, body = '') => [line, 'host: bench', ...headers, '', body].join('\r\n')

function openStream() {
  return new Promise((resolve) => {
    const socket = open()
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      seen.messages += text.split('event: change').length - 1
      if (text.includes('event: hello')) resolve()
    })
    socket.on('close', () => {
      seen.closed++
      resolve()
    })
    socket.write(request('GET /rackwright/events HTTP/1.1', [`cookie: ${cookie}`]))
  })
}

function openBody() {
  return new Promise((resolve) => {
    const socket = open()
    const headers = ['content-type: application/json', 'content-length: 1000000']
    socket.on('connect', () => socket.write(request('POST /v1/login/recovery/local HTTP/1.1', headers, '{'), resolve))
    // the server times it out after a while; the next one takes its place
    socket.on('close', () => void openBody())
  })
}

function logIn() {
  const body = JSON.stringify({ username, password })
  const headers = ['content-type: application/json', `content-length: ${body.length}`, 'connection: close']
  const socket = open()
  let answer = ''
  socket.on('data', (text) => (answer += text.toString('latin1')))
  socket.on('close', () => {
    if (answer.startsWith('HTTP/1.1 204')) seen.logins++
    else seen.refused++
    logIn()
  })
  socket.write(request('POST /v1/login/recovery/local HTTP/1.1', headers, body))
}

// a few at a time, because the kernel's accept queue is limited
for (let opened = 0; opened < streams; opened += 50)
  await Promise.all(Array.from({ length: Math.min(50, streams - opened) }, openStream))
await Promise.all(Array.from({ length: bodies }, openBody))
for (let n = 0; n < logins; n++) logIn()
console.log(JSON.stringify({ open: true }))

process.stdin.resume()
process.stdin.on('data', () => console.log(JSON.stringify(seen)))
process.stdin.on('end', () => process.exit())
