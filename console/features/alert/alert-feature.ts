// Alerts: for operators, what was raised and who gets it; for members, e-mails about a project or the silo.
import { BellRing, Mail } from '@lucide/icons'
import { searchSystem, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { paths, places } from '../../paths.ts'
import { leadsTo, page } from '../../route.ts'
import { projectView } from '../project/project-queries.ts'
import {
  alertDeliveryList,
  alertList,
  alertReceiverList,
  alertReceiverView,
  alertSubscriptionList,
  alertView,
  emailDeliveryList,
  emailReceiverView,
  everyEmailReceiver,
  everyWebhook,
  receiverHealth,
  smtpSettings,
} from './alert-queries.ts'

const tabs = page({
  shape: ['tabs', 'rows'],
  code: () => import('./alert-tabs-page.tsx'),
  children: [
    page({
      crumb: 'Receivers',
      load: () => [everyWebhook(), everyEmailReceiver(), receiverHealth()],
      code: () => import('./alert-receiver-list.tsx'),
      children: [
        page({ path: places.alertReceivers }),
        formRoute({
          path: places.alertReceiversNew,
          operation: 'webhook_receiver_create',
          crumb: 'New receiver',
          code: () => import('./alert-receiver-form.tsx'),
          form: 'ReceiverNewForm',
          next: ({ kind, name }) => (kind === 'webhook' ? paths.webhook : paths.emailReceiver)({ receiver: name }),
        }),
      ],
    }),
    page({
      path: places.raisedAlerts,
      crumb: 'Raised alerts',
      load: () => [alertList()],
      code: () => import('./alert-list.tsx'),
    }),
    page({
      path: places.smtpSettings,
      crumb: 'SMTP settings',
      load: () => [smtpSettings()],
      code: () => import('./smtp-settings-page.tsx'),
    }),
  ],
})

const webhook = page({
  crumb: { text: ({ receiver = '' }) => receiver, to: places.webhook },
  load: ({ receiver = '' }) => [alertReceiverView(receiver), alertDeliveryList(receiver), receiverHealth()],
  code: async () => ({ default: (await import('./alert-receiver-page.tsx')).receiverPages.webhook }),
  children: [
    page({ path: places.webhook }),
    formRoute({
      path: places.webhookEdit,
      operation: 'webhook_receiver_update',
      crumb: 'Edit webhook',
      reads: ({ receiver }) => ({ receiver: alertReceiverView(receiver) }),
      code: () => import('./alert-receiver-form.tsx'),
      form: 'WebhookEditForm',
      next: ({ name }) => paths.webhook({ receiver: name }),
    }),
  ],
})

const emailReceiver = page({
  crumb: { text: ({ receiver = '' }) => receiver, to: places.emailReceiver },
  load: ({ receiver = '' }) => [emailReceiverView(receiver), emailDeliveryList(receiver), receiverHealth()],
  code: async () => ({ default: (await import('./alert-receiver-page.tsx')).receiverPages.email }),
  children: [
    page({ path: places.emailReceiver }),
    formRoute({
      path: places.emailReceiverEdit,
      operation: 'email_receiver_update',
      crumb: 'Edit receiver',
      reads: ({ receiver }) => ({ receiver: emailReceiverView(receiver) }),
      code: () => import('./alert-receiver-form.tsx'),
      form: 'EmailEditForm',
      next: ({ name }) => paths.emailReceiver({ receiver: name }),
    }),
  ],
})

const alert = page({
  path: places.raisedAlert,
  crumb: ({ alert: id = '' }) => id.slice(0, 8),
  load: ({ alert: id = '' }) => [alertView(id)],
  code: () => import('./alert-page.tsx'),
})

const subscriptions = (path: string) =>
  page({
    path,
    crumb: 'E-mail alerts',
    load: ({ project }) => [alertSubscriptionList(), ...(project ? [projectView(project)] : [])],
    code: () => import('./alert-subscription-list.tsx'),
  })

const confirmAddress = page({
  path: places.confirmAddress,
  crumb: 'Confirm your address',
  code: () => import('./confirm-address.tsx'),
})

export const alertFeature: Feature = {
  // whoever reads the e-mail need not be signed in
  public: [confirmAddress],
  system: {
    routes: [
      leadsTo(places.alerts, places.alertReceivers),
      // the list had a page for each kind
      leadsTo(places.webhooks, places.alertReceivers),
      leadsTo(places.emailReceivers, places.alertReceivers),
      page({
        crumb: { text: 'Alerts', to: places.alertReceivers },
        children: [
          tabs,
          page({ crumb: { text: 'Receivers', to: places.alertReceivers }, children: [webhook, emailReceiver] }),
          page({ crumb: { text: 'Raised alerts', to: places.raisedAlerts }, children: [alert] }),
        ],
      }),
    ],
    nav: { label: 'Alerts', icon: BellRing, to: places.alerts },
  },
  silo: {
    routes: [subscriptions(places.siloAlerts)],
    nav: { label: 'E-mail alerts', icon: Mail, to: places.siloAlerts },
  },
  project: {
    routes: [subscriptions(places.projectAlerts)],
    nav: { label: 'E-mail alerts', icon: Mail, to: places.projectAlerts },
  },
  search: [searchSystem('Webhooks', alertReceiverList, ({ name }) => paths.webhook({ receiver: name }))],
}
