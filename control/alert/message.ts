// What is sent for an alert: the request to a webhook and the text of an e-mail.
import { alertClasses, PROBE_CLASS, type AlertClassName } from '#contract/alert-classes.ts'
import type { RowOf } from '../db/database.ts'
import { hex } from '../frame/hex.ts'

/** A delivery with its alert. */
export type Outgoing = Pick<RowOf<'alert_delivery'>, 'id' | 'trigger'> & {
  alert: Pick<RowOf<'alert'>, 'id' | 'alert_class' | 'payload' | 'private_payload' | 'time_created'>
}

export interface Secret {
  id: string
  secret: string
}

/** Every header begins with this. */
const PREFIX = 'x-rackwright'

export async function webhookRequest(
  { id, trigger, alert }: Outgoing,
  receiver_id: string,
  secrets: readonly Secret[],
  sent_at: string,
): Promise<{ headers: [string, string][]; body: string }> {
  const body = JSON.stringify({
    alert_class: alert.alert_class,
    alert_id: alert.id,
    data: alert.payload,
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

const describe = (alertClass: string) =>
  alertClass === PROBE_CLASS ? PROBE_TEXT : (alertClasses[alertClass as AlertClassName] ?? '')

/** `isMember` readers also get the names in their project. */
export function emailText(alerts: readonly Outgoing[], isMember: boolean): { subject: string; text: string } {
  const [first] = alerts
  const subject =
    alerts.length === 1 ? `[Rackwright] ${subjectOf(first!, isMember)}` : `[Rackwright] ${alerts.length} alerts`
  const footer =
    'An e-mail can arrive twice. Alerts with the same delivery ID are the same alert.' +
    (isMember ? '\nTo stop these e-mails, open "E-mail alerts" in the console.' : '')
  return { subject, text: `${alerts.map((one) => section(one, isMember)).join('\n\n')}\n\n-- \n${footer}\n` }
}

interface Confirmation {
  silo: string
  user: string
  token: string
  time_expires: string
  /** The DNS suffix of the site. Without it, nobody but the reader knows where the console is: the name in a request can be made up. */
  suffix: string | undefined
}

export function confirmationText({ silo, user, token, time_expires, suffix }: Confirmation) {
  const page = '/confirm-address'
  const where = suffix
    ? `To confirm the address, open this link:\n\n  https://${silo}.sys.${suffix}${page}#${token}`
    : `To confirm the address, open the page ${page} of the Rackwright console and enter this code:\n\n  ${token}`
  return {
    subject: '[Rackwright] Confirm your address',
    text:
      `The user ${oneLine(user)} of silo ${silo} wants to get alerts at this address.\n\n${where}\n\n` +
      `This works once, until ${time_expires}. If you did not ask for it, do nothing: no alerts will be sent.\n`,
  }
}

/** The class, and the name of the resource if the reader may see one. */
function subjectOf({ alert }: Outgoing, isMember: boolean): string {
  const names = { ...alert.payload, ...(isMember ? alert.private_payload : {}) }
  const key = ['instance_name', 'disk_name', 'snapshot_name', 'target_name', 'silo_name'].find((one) => names[one])
  return key ? `${alert.alert_class}: ${String(names[key])}` : alert.alert_class
}

function section({ id, alert }: Outgoing, isMember: boolean): string {
  const facts = { ...alert.payload, ...(isMember ? alert.private_payload : {}) }
  const lines = Object.entries({ time: alert.time_created, ...facts, alert_id: alert.id, delivery_id: id })
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `  ${key.replaceAll('_', ' ')}: ${oneLine(value)}`)
  return [`${alert.alert_class}: ${describe(alert.alert_class)}`, ...lines].join('\n')
}

const oneLine = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\r\n]+/g, ' ').slice(0, 1000)
