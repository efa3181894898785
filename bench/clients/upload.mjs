// The client of the images bench: sends a file in pieces, one after the other, and reads the next one meanwhile, as the console does. A
// process of its own, on a raw socket, because it shares the processor with the server.
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'

const [address, cookie, path, pieceBytes] = process.argv.slice(2)
const { host, hostname, port, pathname } = new URL(address)
const socket = connect(port, hostname).setNoDelay(true)
const file = await open(path)
const { size } = await file.stat()
let [current, other] = [Buffer.alloc(Number(pieceBytes)), Buffer.alloc(Number(pieceBytes))]

let reading = file.read(current, 0, current.length, 0)
for (let offset = 0; offset < size;) {
  const { bytesRead } = await reading
  const head = [
    `PUT ${pathname}?offset=${offset} HTTP/1.1`,
    `host: ${host}`,
    `cookie: ${cookie}`,
    'content-type: application/octet-stream',
    `content-length: ${bytesRead}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(current.subarray(0, bytesRead))
  const answered = once(socket, 'data')
  offset += bytesRead
  reading = file.read(other, 0, other.length, offset)
  ;[current, other] = [other, current]
  const [answer] = await answered
  if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer))
}
socket.destroy()
