// Authorization test cases for alerts, their receivers and subscriptions.
import type { alertClass } from '#contract/alert-class.ts'
import type { alertDelivery } from '#contract/alert-delivery.ts'
import type { alertReceiver } from '#contract/alert-receiver.ts'
import type { alertSubscription } from '#contract/alert-subscription.ts'
import type { alert } from '#contract/alert.ts'
import type { emailReceiver } from '#contract/email-receiver.ts'
import type { receiverHealth } from '#contract/receiver-health.ts'
import type { smtpSettings } from '#contract/smtp-settings.ts'
import type { webhookReceiver } from '#contract/webhook-receiver.ts'
import type { webhookSecret } from '#contract/webhook-secret.ts'
import { hashToken } from '../../people/credential.ts'
import { raise } from '../alerts.ts'
import { row, type Cases } from '../authz-row.ts'
import { anyone, fleetThing, inProject, onFleet, signedIn, special, type Standing } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'

type Operations =
  | keyof typeof alertClass
  | keyof typeof alertDelivery
  | keyof typeof alertReceiver
  | keyof typeof alertSubscription
  | keyof typeof alert
  | keyof typeof emailReceiver
  | keyof typeof receiverHealth
  | keyof typeof smtpSettings
  | keyof typeof webhookReceiver
  | keyof typeof webhookSecret

const webhook = (name: string) => ({
  name,
  description: '',
  endpoint: 'https://example.com/alerts',
  secrets: ['one'],
  subscriptions: ['space.*'],
})
const email = (name: string) => ({
  name,
  description: '',
  address: 'ops@example.com',
  digest: false,
  subscriptions: ['space.*'],
})
const smtp = { host: 'mail.example.com', port: 587, security: 'starttls', from_address: 'rack@example.com' }

/** Sends nothing: every attempt succeeds. */
const pretend = ({ world }: Prepared) =>
  void (world.host.alertSender = { post: async () => ({ status: 200, duration_ms: 1 }), mail: async () => undefined })

const makeWebhook = (w: Prepared) => must(w.operator, 'POST', '/v1/webhook-receivers', webhook(w.fresh('hook')))
const makeEmail = (w: Prepared) => must(w.operator, 'POST', '/rackwright/email-receivers', email(w.fresh('mail')))

const atWebhook = (_: Prepared, { id }: Named) => ({ path: { receiver: id }, hidden: `alert-receiver with id "${id}"` })
const ofWebhook = (_: Prepared, { id }: Named) => ({
  query: { receiver: id },
  hidden: `alert-receiver with id "${id}"`,
})
const atEmail = (_: Prepared, { id }: Named) => ({ path: { receiver: id }, hidden: `email-receiver with id "${id}"` })

async function makeAlert(w: Prepared, make: (w: Prepared) => Promise<Named>) {
  const receiver = await make(w)
  return { ...receiver, alert: await raise(w.world, 1) }
}

/** Creates a subscription of the project viewer: everyone else is told that it does not exist. */
async function makeSubscription(w: Prepared, address = settings.address): Promise<Named> {
  const body = { ...settings, address, project: w.project.id }
  return must(w.people['project viewer'], 'POST', '/rackwright/alert-subscriptions', body)
}
/** Returns a token as the e-mail would have it. */
async function makeToken(w: Prepared): Promise<string> {
  await makeSubscription(w)
  const token = w.fresh('token')
  const changes = {
    token_hash: await hashToken(token),
    time_expires: '2999-01-01T00:00:00.000Z',
    time_confirmed: null,
    // otherwise an e-mail with another token could replace this one
    time_due: null,
  }
  await w.world.host.db.transaction((tx) =>
    tx
      .updateTable('member_address')
      .set(changes)
      .where('silo_user_id', '=', w.ids['project viewer']!)
      .where('address', '=', settings.address)
      .execute(),
  )
  return token
}
const isViewer = (s: Standing) => s.project === 'viewer' && s.silo === undefined
const ownSubscription = special('the subscriber', isViewer, isViewer)
const atSubscription = (_: Prepared, { id }: Named) => ({
  path: { subscription_id: id },
  hidden: `alert-subscription with id "${id}"`,
})
const settings = { address: 'me@example.com', classes: ['instance.failed'] }

export const alerts: Cases<Operations> = {
  alert_class_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  alert_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  alert_view: row({
    rule: fleetThing('viewer'),
    make: (w) => raise(w.world, 1),
    call: (_, alert_id) => ({ path: { alert_id }, hidden: `alert with id "${alert_id}"` }),
  }),

  alert_receiver_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  alert_receiver_view: row({ rule: fleetThing('viewer'), make: makeWebhook, call: atWebhook }),
  alert_receiver_delete: row({ rule: fleetThing('admin'), make: makeWebhook, call: atWebhook }),
  alert_receiver_probe: row({
    rule: fleetThing('admin'),
    make: (w) => (pretend(w), makeWebhook(w)),
    call: atWebhook,
  }),
  alert_receiver_subscription_add: row({
    rule: fleetThing('admin'),
    make: makeWebhook,
    call: (w, made) => ({ ...atWebhook(w, made), body: { subscription: 'disk.*' } }),
  }),
  alert_receiver_subscription_remove: row({
    rule: fleetThing('admin'),
    make: makeWebhook,
    call: (_, { id }) => ({
      path: { receiver: id, subscription: 'space.*' },
      hidden: `alert-receiver with id "${id}"`,
    }),
  }),
  alert_delivery_list: row({
    rule: fleetThing('viewer'),
    make: makeWebhook,
    call: atWebhook,
  }),
  alert_delivery_resend: row({
    rule: fleetThing('admin'),
    make: (w) => makeAlert(w, makeWebhook),
    call: (_, { id, alert }) => ({
      path: { alert_id: alert },
      query: { receiver: id },
      hidden: `alert-receiver with id "${id}"`,
    }),
  }),

  webhook_receiver_create: row({ rule: onFleet('admin'), call: (w) => ({ body: webhook(w.fresh('hook')) }) }),
  webhook_receiver_update: row({
    rule: fleetThing('admin'),
    make: makeWebhook,
    call: (w, made) => ({ ...atWebhook(w, made), body: { description: 'changed' } }),
  }),
  webhook_secrets_list: row({ rule: fleetThing('viewer'), make: makeWebhook, call: ofWebhook }),
  webhook_secrets_add: row({
    rule: fleetThing('admin'),
    make: makeWebhook,
    call: (w, made) => ({ ...ofWebhook(w, made), body: { secret: 'three' } }),
  }),
  webhook_secrets_delete: row({
    rule: fleetThing('admin'),
    make: async (w) => {
      const { id } = await makeWebhook(w)
      return must(w.operator, 'POST', `/v1/webhook-secrets?receiver=${id}`, { secret: 'two' })
    },
    call: (_, { id }) => ({ path: { secret_id: id }, hidden: `webhook-secret with id "${id}"` }),
  }),

  receiver_health_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  email_receiver_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  email_receiver_create: row({ rule: onFleet('admin'), call: (w) => ({ body: email(w.fresh('mail')) }) }),
  email_receiver_view: row({ rule: fleetThing('viewer'), make: makeEmail, call: atEmail }),
  email_receiver_update: row({
    rule: fleetThing('admin'),
    make: makeEmail,
    call: (w, made) => ({ ...atEmail(w, made), body: { digest: true } }),
  }),
  email_receiver_delete: row({ rule: fleetThing('admin'), make: makeEmail, call: atEmail }),
  email_receiver_probe: row({
    rule: fleetThing('admin'),
    make: (w) => (pretend(w), makeEmail(w)),
    call: atEmail,
  }),
  email_delivery_list: row({ rule: fleetThing('viewer'), make: makeEmail, call: atEmail }),
  email_delivery_resend: row({
    rule: fleetThing('admin'),
    make: (w) => makeAlert(w, makeEmail),
    call: (_, { id, alert }) => ({
      path: { receiver: id, alert_id: alert },
      hidden: `email-receiver with id "${id}"`,
    }),
  }),

  smtp_settings_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  smtp_settings_update: row({ rule: onFleet('admin'), call: () => ({ body: smtp }) }),
  smtp_settings_delete: row({ rule: onFleet('admin'), call: () => ({}) }),
  smtp_settings_test: row({
    rule: onFleet('admin'),
    make: async (w) => (pretend(w), must(w.operator, 'PUT', '/rackwright/smtp-settings', smtp)),
    call: () => ({ body: { address: 'me@example.com' } }),
  }),

  alert_subscription_list: row({ rule: signedIn, call: () => ({}) }),
  alert_subscription_create: row({
    rule: inProject('viewer'),
    call: (w) => ({ body: { ...settings, project: w.project.id }, hidden: `project with id "${w.project.id}"` }),
  }),
  alert_subscription_update: row({
    rule: ownSubscription,
    make: (w) => makeSubscription(w),
    call: (w, made) => ({ ...atSubscription(w, made), body: settings }),
  }),
  alert_subscription_confirmation_send: row({
    rule: ownSubscription,
    make: (w) => {
      pretend(w)
      return makeSubscription(w, 'unconfirmed@example.com')
    },
    call: atSubscription,
  }),
  alert_subscription_confirm: row({
    rule: anyone,
    make: makeToken,
    call: (_, token) => ({ body: { token } }),
  }),
  alert_subscription_delete: row({ rule: ownSubscription, make: (w) => makeSubscription(w), call: atSubscription }),
}
