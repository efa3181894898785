// Sends messages to a syslog server over TLS (RFC 5425): each frame begins with its length in bytes. The protocol has no
// acknowledgment. Every batch has its own connection, and counts as sent when all of it was written and the server has closed.
import { connect } from 'node:tls'
import type { SendSyslog } from '#control/frame/ports/sending.ts'
import type { Outgoing, Reach } from './outgoing/reach.ts'

const TIMEOUT_MS = 10_000

export const makeSendSyslog =
  (outgoing: Outgoing): SendSyslog =>
  async (server, messages) => {
    try {
      await deliver(server, messages, outgoing('syslog'))
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      const reason = message || (code ?? 'no connection')
      throw new Error(`cannot forward to ${server.host}:${server.port}: ${reason}`, { cause: error })
    }
  }

const deliver = ({ host, port, ca }: Parameters<SendSyslog>[0], messages: readonly string[], reach: Reach) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS, ...(ca !== null && { ca }), ...reach.to(host) })
    socket.once('secureConnect', () => {
      for (const message of messages) socket.write(`${Buffer.byteLength(message)} ${message}`)
      socket.end()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.once('error', reject)
    socket.once('close', (hadError) => {
      if (hadError || socket.writableFinished) resolve()
      else reject(new Error('the connection was closed'))
    })
    // whatever it says: closing is noticed only while reading
    socket.resume()
  })
