// What is sent for an alert: the request to a webhook and the text of an e-mail.
import { PROBE_CLASS } from '#contract/alert-classes.ts'
import type { RowOf } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { hex } from '../frame/hex.ts'
import { productName } from '../frame/installation-name.ts'
import { linkOf, meaningOf, sentenceOf, severityOf } from './sentence.ts'

/** A delivery with its alert. */
export type Outgoing = Pick<RowOf<'alert_delivery'>, 'id' | 'trigger' | 'notice'> & {
  alert: Pick<RowOf<'alert'>, 'id' | 'alert_class' | 'payload' | 'private_payload' | 'time_created' | 'time_resolved'>
}

export interface Secret {
  id: string
  secret: string
}

/** Every header begins with this. */
const PREFIX = 'x-rackwright'

/** Where it comes from: the DNS suffix for links, and what the installation is called. */
export interface Site extends Pick<Host, 'suffix'> {
  installation: string | null
}

/** The facts, in words too. A probe has none. */
const dataOf = ({ notice, alert }: Outgoing, { suffix, installation }: Site, isMember: boolean) => ({
  ...(installation && { installation }),
  ...(alert.alert_class === PROBE_CLASS
    ? alert.payload
    : {
        ...alert.payload,
        ...(isMember ? alert.private_payload : {}),
        sentence: sentenceOf(alert),
        severity: severityOf(alert),
        state: notice === 'raised' ? 'open' : 'resolved',
        ...(notice === 'resolved' && { time_resolved: alert.time_resolved }),
        link: linkOf(alert, isMember, suffix),
      }),
})

export async function webhookRequest(
  outgoing: Outgoing,
  receiver_id: string,
  secrets: readonly Secret[],
  sent_at: string,
  site: Site,
): Promise<{ headers: [string, string][]; body: string }> {
  const { id, trigger, alert } = outgoing
  const body = JSON.stringify({
    alert_class: alert.alert_class,
    alert_id: alert.id,
    data: dataOf(outgoing, site, false),
    // inside the body, so that the signatures cover it
    delivery: { id, receiver_id, sent_at, trigger },
  })
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    [`${PREFIX}-alert-class`, alert.alert_class],
    [`${PREFIX}-alert-id`, alert.id],
    [`${PREFIX}-delivery-id`, id],
    [`${PREFIX}-receiver-id`, receiver_id],
    [`${PREFIX}-timestamp`, sent_at],
  ]
  for (const { id: secretId, secret } of secrets)
    headers.push([`${PREFIX}-signature`, `a=sha256&id=${secretId}&s=${await signed(secret, body)}`])
  return { headers, body }
}

async function signed(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder()
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), usage, false, ['sign'])
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(body))))
}

const PROBE_TEXT = 'This is a test of the delivery of alerts. Nothing happened.'

/** `isMember` readers also get what only readers of their project may see. */
export function emailText(
  alerts: readonly Outgoing[],
  isMember: boolean,
  site: Site,
): { subject: string; text: string } {
  const subject = alerts.length === 1 ? titleOf(alerts[0]!) : `${alerts.length} alerts`
  const footer =
    'An e-mail can arrive twice. Alerts with the same delivery ID are the same alert.' +
    (isMember ? '\nTo stop these e-mails, open "E-mail alerts" in the console.' : '')
  const sections = alerts.map((one) => section(one, isMember, site)).join('\n\n')
  return { subject: `[${productName(site.installation)}] ${subject}`, text: `${sections}\n\n-- \n${footer}\n` }
}

interface Confirmation {
  silo: string
  user: string
  token: string
  time_expires: string
  /** The DNS suffix of the site. Without it, nobody but the reader knows where the console is: the name in a request can be made up. */
  suffix: string | undefined
  installation: string | null
}

export function confirmationText({ silo, user, token, time_expires, suffix, installation }: Confirmation) {
  const page = '/confirm-address'
  const where = suffix
    ? `To confirm the address, open this link:\n\n  https://${silo}.sys.${suffix}${page}#${token}`
    : `To confirm the address, open the page ${page} of the Rackwright console and enter this code:\n\n  ${token}`
  return {
    subject: `[${productName(installation)}] Confirm your address`,
    text:
      `The user ${oneLine(user)} of silo ${silo} wants to get alerts at this address.\n\n${where}\n\n` +
      `This works once, until ${time_expires}. If you did not ask for it, do nothing: no alerts will be sent.\n`,
  }
}

const titleOf = ({ notice, alert }: Outgoing) =>
  oneLine(notice === 'resolved' && !isOnce(alert) ? `Resolved: ${sentenceOf(alert)}` : sentenceOf(alert))

/** An event that is over at once has nothing to resolve. */
const isOnce = ({ time_created, time_resolved }: Outgoing['alert']) => time_created === time_resolved

function section(outgoing: Outgoing, isMember: boolean, site: Site): string {
  const { id, alert } = outgoing
  const { sentence: _, ...facts } = dataOf(outgoing, site, isMember) as Record<string, unknown>
  const { alert_class, time_created: time } = alert
  const lines = Object.entries({ time, ...facts, alert_class, alert_id: alert.id, delivery_id: id })
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `  ${key.replaceAll('_', ' ')}: ${oneLine(value)}`)
  const meaning = alert_class === PROBE_CLASS ? PROBE_TEXT : meaningOf(alert_class)
  return [`${titleOf(outgoing)}.`, meaning, ...lines].join('\n')
}

const oneLine = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\r\n]+/g, ' ').slice(0, 1000)
