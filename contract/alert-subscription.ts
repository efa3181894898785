// E-mail alerts for members: of a project they can read, or of their silo if they administer it. Additions of ours.
import { z } from 'zod'
import { siloAlertClasses } from './alert-classes.ts'
import type { Operations } from './define.ts'
import { MAX_RECEIVER_SUBSCRIPTIONS } from './limits.ts'
import { NameOrId, bounded, email, maybe, timestamp, uuid } from './values.ts'

const classes = bounded(MAX_RECEIVER_SUBSCRIPTIONS, z.array(z.enum(siloAlertClasses)))

export const AlertSubscriptionScope = z.enum(['project', 'silo'])

export const AddressState = z.enum(['unconfirmed', 'confirmed'])

export const MemberAlertSubscription = z.object({
  id: uuid,
  scope: AlertSubscriptionScope,
  /** Null for the whole silo. */
  project_id: maybe(uuid),
  address: email,
  digest: z.boolean(),
  classes: z.array(z.string()),
  /** Alerts are sent only to addresses that whoever reads their mail has confirmed. */
  address_state: AddressState,
  time_confirmed: maybe(timestamp),
  /** The last e-mail with a link to confirm the address. */
  time_confirmation_sent: maybe(timestamp),
  /** Until when an address from before there were confirmations gets alerts without one. */
  sends_until: maybe(timestamp),
  time_created: timestamp,
  time_modified: timestamp,
})
const settings = { address: email, digest: z.boolean().default(false), classes }

export const MemberAlertSubscriptionCreate = z.object({
  ...settings,
  /** Absent for the whole silo. */
  project: maybe(NameOrId),
})
export const MemberAlertSubscriptionUpdate = z.object(settings)
/** From the e-mail. */
export const AddressConfirm = z.object({ token: z.string().max(200) })
export const AddressConfirmed = z.object({ address: email })

const at = { path: { subscription_id: uuid } }

export const alertSubscription = {
  /** The subscriptions of the caller. */
  alert_subscription_list: { status: 200, answer: z.object({ items: z.array(MemberAlertSubscription) }) },
  alert_subscription_create: { body: MemberAlertSubscriptionCreate, status: 201, answer: MemberAlertSubscription },
  alert_subscription_update: {
    ...at,
    body: MemberAlertSubscriptionUpdate,
    status: 200,
    answer: MemberAlertSubscription,
  },
  alert_subscription_delete: { ...at, status: 204 },
  alert_subscription_confirmation_send: { ...at, status: 200, answer: MemberAlertSubscription },
  alert_subscription_confirm: { body: AddressConfirm, status: 200, answer: AddressConfirmed },
} satisfies Operations<'alert_subscription'>
