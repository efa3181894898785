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
  emailReceiverList,
  emailReceiverView,
  smtpSettings,
} from './alert-queries.ts'

const tabs = page({
  shape: ['tabs', 'rows'],
  code: () => import('./alert-tabs-page.tsx'),
  children: [
    page({
      crumb: 'Webhooks',
      load: () => [alertReceiverList()],
      code: () => import('./alert-receiver-list.tsx'),
      children: [
        page({ path: places.alertReceivers }),
        formRoute({
          path: places.alertReceiversNew,
          crumb: 'New webhook',
          code: async () => (await import('./alert-receiver-new.tsx')).WebhookNewForm,
          over: places.alertReceivers,
          next: ({ name }) => paths.alertReceiver({ receiver: name }),
        }),
      ],
    }),
    page({
      crumb: 'E-mail',
      load: () => [emailReceiverList()],
      code: () => import('./email-receiver-list.tsx'),
      children: [
        page({ path: places.emailReceivers }),
        formRoute({
          path: places.emailReceiversNew,
          crumb: 'New e-mail receiver',
          code: async () => (await import('./email-receiver-new.tsx')).EmailReceiverNewForm,
          over: places.emailReceivers,
          next: ({ name }) => paths.emailReceiver({ receiver: name }),
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
  crumb: { text: ({ receiver = '' }) => receiver, to: ({ receiver = '' }) => paths.alertReceiver({ receiver }) },
  load: ({ receiver = '' }) => [alertReceiverView(receiver), alertDeliveryList(receiver)],
  code: () => import('./alert-receiver-page.tsx'),
  children: [
    page({ path: places.alertReceiver }),
    formRoute({
      path: places.alertReceiverEdit,
      crumb: 'Edit webhook',
      reads: ({ receiver }) => ({ receiver: alertReceiverView(receiver) }),
      code: async () => (await import('./alert-receiver-edit.tsx')).WebhookEditForm,
      over: places.alertReceiver,
      next: ({ name }) => paths.alertReceiver({ receiver: name }),
    }),
  ],
})

const emailReceiver = page({
  crumb: { text: ({ receiver = '' }) => receiver, to: ({ receiver = '' }) => paths.emailReceiver({ receiver }) },
  load: ({ receiver = '' }) => [emailReceiverView(receiver), emailDeliveryList(receiver)],
  code: () => import('./email-receiver-page.tsx'),
  children: [
    page({ path: places.emailReceiver }),
    formRoute({
      path: places.emailReceiverEdit,
      crumb: 'Edit receiver',
      reads: ({ receiver }) => ({ receiver: emailReceiverView(receiver) }),
      code: async () => (await import('./email-receiver-edit.tsx')).EmailReceiverEditForm,
      over: places.emailReceiver,
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
      page({
        crumb: { text: 'Alerts', to: () => paths.alertReceivers() },
        children: [
          tabs,
          page({ crumb: { text: 'Webhooks', to: () => paths.alertReceivers() }, children: [webhook] }),
          page({ crumb: { text: 'E-mail', to: () => paths.emailReceivers() }, children: [emailReceiver] }),
          page({ crumb: { text: 'Raised alerts', to: () => paths.raisedAlerts() }, children: [alert] }),
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
  search: [searchSystem('Webhooks', alertReceiverList, ({ name }) => paths.alertReceiver({ receiver: name }))],
}
