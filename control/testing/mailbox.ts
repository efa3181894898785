// An SMTP server for tests. It requires STARTTLS, with a certificate of an authority of its own.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { makeAuthority } from './certificates.ts'

export interface ReceivedMail {
  /** The ID of the delivery. */
  id: string
  text: string
}

export interface Mailbox {
  /** At localhost. */
  port: number
  /** The authority to trust, as PEM. */
  ca: string
  received: ReceivedMail[]
  /** Refuses every e-mail. */
  isDown: boolean
  /** Runs once an e-mail has arrived, before the sender is told so. */
  before?: ((mail: ReceivedMail) => Promise<void>) | undefined
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const authority = await makeAuthority()
  const server = new SMTPServer({
    ...(await authority.leaf({ names: ['localhost'] })),
    authOptional: true,
    onMailFrom: (_address, _session, done) => done(mailbox.isDown ? new Error('try again later') : null),
    async onData(stream, _session, done) {
      let text = ''
      for await (const chunk of stream as AsyncIterable<Buffer>) text += chunk.toString()
      const mail = { id: /^x-rackwright-delivery-id: (\S+)/im.exec(text)?.[1] ?? '', text }
      mailbox.received.push(mail)
      await mailbox.before?.(mail)
      done()
    },
  })
  // senders that are killed
  server.on('error', () => undefined)
  const listening = server.listen(0, 'localhost')
  await once(listening, 'listening')
  const mailbox: Mailbox = {
    port: (listening.address() as AddressInfo).port,
    ca: authority.root,
    received: [],
    isDown: false,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  }
  return mailbox
}
