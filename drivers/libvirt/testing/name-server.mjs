// A name server that has one address for every name: node name-server.mjs ADDRESS. Not for production code.
import { createSocket } from 'node:dgram'

const address = process.argv[2].split('.').map(Number)
const HEADER_BYTES = 12
/** The name of the question again, an address of the Internet, for a minute, in four bytes. */
const ANSWER = Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])

const socket = createSocket('udp4')
socket.on('message', (question, { address: from, port }) => {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES))
  // an answer, one of them, and nothing besides
  header.set([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0], 2)
  const end = question.indexOf(0, HEADER_BYTES) + 5
  socket.send(Buffer.concat([header, question.subarray(HEADER_BYTES, end), ANSWER]), port, from)
})
socket.bind(53, () => process.stdout.write('ready\n'))
