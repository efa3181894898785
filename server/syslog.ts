// Sends messages to a syslog server over TLS (RFC 5425): each frame begins with its length in bytes. The protocol has no
// acknowledgment. Every batch has its own connection, and counts as sent when all of it was written and the server has closed.
import { connect } from 'node:tls'
import type { SendSyslog } from '#control/frame/ports.ts'

const TIMEOUT_MS = 10_000

export const sendSyslog: SendSyslog = ({ host, port, ca }, messages) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS, ...(ca !== null && { ca }) })
    const fail = (reason: string) => reject(new Error(`cannot forward to ${host}:${port}: ${reason}`))
    socket.once('secureConnect', () => {
      for (const message of messages) socket.write(`${Buffer.byteLength(message)} ${message}`)
      socket.end()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.message || (error.code ?? 'no connection')))
    socket.once('close', (hadError) => {
      if (!hadError && !socket.writableFinished) fail('the connection was closed')
      resolve()
    })
    // whatever it says: closing is noticed only while reading
    socket.resume()
  })
