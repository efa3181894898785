// Alerts, their receivers and deliveries, and the server that sends e-mail.
import { query } from '../../api.ts'
import { emptyIfNotOffered } from '../../other-host.ts'
import { everyPage, paged, type PageArgs, type UnsortedPage } from '../../queries.ts'

const newestFirst = 'time_and_id_descending'

export const alertReceiverList = (page?: PageArgs) => query('alert_receiver_list', { query: paged(page) })
export const everyWebhook = () => everyPage(alertReceiverList)
export const alertReceiverView = (receiver: string) => query('alert_receiver_view', { path: { receiver } })
export const alertDeliveryList = (receiver: string, page?: UnsortedPage) =>
  query('alert_delivery_list', { path: { receiver }, query: { ...paged(page), sortBy: newestFirst } })

export const everyEmailReceiver = () =>
  emptyIfNotOffered(everyPage((page) => query('email_receiver_list', { query: page })))
export const emailReceiverView = (receiver: string) => query('email_receiver_view', { path: { receiver } })
export const emailDeliveryList = (receiver: string, page?: UnsortedPage) =>
  query('email_delivery_list', { path: { receiver }, query: { ...paged(page), sortBy: newestFirst } })

/** Receivers of both kinds. */
export const receiverHealth = () => emptyIfNotOffered(query('receiver_health_list'))

export const alertList = (page?: UnsortedPage) =>
  query('alert_list', { query: { ...paged(page), sortBy: newestFirst } })
export const alertView = (alertId: string) => query('alert_view', { path: { alertId } })

export const smtpSettings = () => query('smtp_settings_view')
export const alertSubscriptionList = () => query('alert_subscription_list')
