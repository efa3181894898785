// E-mail over SMTP. The connection is encrypted before anything is sent, or nothing is sent.
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Mail, SmtpServer } from '#control/frame/ports/sending.ts'
import type { Attempt } from './attempt.ts'

export async function sendMail(
  { host, port, security, login, from }: SmtpServer,
  { to, subject, text, id }: Mail,
  { reach, ca, signal }: Attempt,
): Promise<undefined> {
  const transport = createTransport({
    // the library would look the name up again, and could get another address
    host: await reach.addressOf(host),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    tls: { ...(isIP(host) ? {} : { servername: host }), ...(ca && { ca }) },
    ...(login && { auth: { user: login.username, pass: login.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const aborted = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const sent = transport.sendMail({
    from: { name: 'Rackwright', address: from },
    to: { name: '', address: to },
    subject,
    text,
    messageId: `<${id}@${domain}>`,
    headers: { 'auto-submitted': 'auto-generated', 'x-rackwright-delivery-id': id },
  })
  try {
    await Promise.race([sent, aborted])
  } finally {
    sent.catch(() => undefined)
    transport.close()
  }
}
