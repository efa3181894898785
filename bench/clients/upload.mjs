// The client of the images bench: sends a file in pieces, one after the other, as a browser would. A process of its own, on a raw socket,
// because it shares the processor with the server.
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'

const [address, cookie, path, pieceBytes] = process.argv.slice(2)
const { host, hostname, port, pathname } = new URL(address)
const socket = connect(port, hostname).setNoDelay(true)
const file = await open(path)
const { size } = await file.stat()
const piece = Buffer.alloc(Number(pieceBytes))

for (let offset = 0; offset < size;) {
  const { bytesRead } = await file.read(piece, 0, piece.length, offset)
  const head = [
    `PUT ${pathname}?offset=${offset} HTTP/1.1`,
    `host: ${host}`,
    `cookie: ${cookie}`,
    'content-type: application/octet-stream',
    `content-length: ${bytesRead}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(piece.subarray(0, bytesRead))
  const [answer] = await once(socket, 'data')
  if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer))
  offset += bytesRead
}
socket.destroy()
